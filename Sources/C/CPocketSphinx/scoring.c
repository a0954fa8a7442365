#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "CPocketSphinx.h"

static _Thread_local cpocketsphinx_scoring scoring;
static _Thread_local cpocketsphinx_announcing announcing;
static _Thread_local void *scorer_of_thread;

void cpocketsphinx_score_with(cpocketsphinx_scoring score, cpocketsphinx_announcing announce, void *scorer) {
    scoring = score;
    announcing = announce;
    scorer_of_thread = scorer;
}

/// PocketSphinx's own scorer of phonetically tied models goes by this name, and is called by way of a table that the dynamic
/// linker fills: with the first function of this name that it finds, which is a program's own (ld.so(8), "symbol interposition").
/// Where it finds the library's, as in one linked with -Bsymbolic, that scores, and all is as before but slower.
///
/// Source: ptm_mgau.h of PocketSphinx 5prealpha.
int ptm_mgau_frame_eval(void *model, int16 *scores, uint8 *steps, int32 step_count, mfcc_t **features, int32 frame,
                        int32 all);

int ptm_mgau_frame_eval(void *model, int16 *scores, uint8 *steps, int32 step_count, mfcc_t **features, int32 frame,
                        int32 all) {
    if (scoring != NULL) {
        scoring(scorer_of_thread, scores, steps, step_count, features, frame, all);
        return 0;
    }
    void *found = dlsym(RTLD_NEXT, "ptm_mgau_frame_eval");
    if (found == NULL) return -1;
    int (*own)(void *, int16 *, uint8 *, int32, mfcc_t **, int32, int32);
    memcpy(&own, &found, sizeof own);
    return own(model, scores, steps, step_count, features, frame, all);
}

/// Whose utterance has begun without a frame.
static _Thread_local feat_t *begun;

/// This one computes features, of all frames that a block of sound has, before any of them is scored. It comes likewise.
///
/// PocketSphinx says that an utterance begins when it has no frame yet, which is then forgotten: the first three frames of a decoder's
/// second utterance had the end of the one before for their past. So here it begins with its first frame.
///
/// Source: feat.h of sphinxbase 5prealpha.
int32 feat_s2mfc2feat_live(feat_t *kind, mfcc_t **cepstra, int32 *cepstra_count, int32 begins, int32 ends,
                           mfcc_t ***features) {
    void *found = dlsym(RTLD_NEXT, "feat_s2mfc2feat_live");
    if (found == NULL) return -1;
    int32 (*own)(feat_t *, mfcc_t **, int32 *, int32, int32, mfcc_t ***);
    memcpy(&own, &found, sizeof own);
    if (*cepstra_count > 0) {
        begins |= begun == kind;
        begun = NULL;
    } else if (begins) {
        begun = kind;
    }
    int32 count = own(kind, cepstra, cepstra_count, begins, ends, features);
    if (announcing != NULL && count > 0) announcing(scorer_of_thread, features, count);
    return count;
}
