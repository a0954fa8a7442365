#ifndef EARSHOT_CPOCKETSPHINX_H
#define EARSHOT_CPOCKETSPHINX_H

// PocketSphinx without the flags that Debian's description of it gives (pocketsphinx.pc): these name PulseAudio's library,
// too, which nothing here calls, and with it X11's, D-Bus's and systemd's would come into every program. Of the folders in
// them one is needed, for headers of PocketSphinx's that include each other without it; those beside this one stand in.

#if !__has_include(<pocketsphinx/pocketsphinx.h>) || !__has_include(<sphinxbase/cmd_ln.h>)
#error "PocketSphinx is missing: sudo apt install libpocketsphinx-dev libsphinxbase-dev"
#endif
#include <pocketsphinx/pocketsphinx.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/fe.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/fsg_model.h>
#include <sphinxbase/ngram_model.h>

/// Takes one line of PocketSphinx's log. Called on whichever thread the decoder runs.
typedef void (*cpocketsphinx_sink)(err_lvl_t level, const char *text);

/// Sends the log of every decoder in the process to `sink`. PocketSphinx's own callback is variadic, which Swift
/// cannot offer.
void cpocketsphinx_set_log(cpocketsphinx_sink sink);

/// Scores senones of a phonetically tied model, in PocketSphinx's stead: by the features of a frame, a row for each stream, what it
/// calls the frame, and whether all senones are wanted; otherwise those that are `steps` apart.
typedef void (*cpocketsphinx_scoring)(void *scorer, int16 *scores, const uint8 *steps, int32 step_count,
                                      mfcc_t **features, int32 frame, int all);

/// Told of the features of frames, as soon as PocketSphinx has computed them and before it asks for the first one's scores.
typedef void (*cpocketsphinx_announcing)(void *scorer, mfcc_t ***features, int32 frame_count);

/// Has `score` score what the calling thread searches from now on, or PocketSphinx itself if that is NULL; `announce` hears of it
/// beforehand.
void cpocketsphinx_score_with(cpocketsphinx_scoring score, cpocketsphinx_announcing announce, void *scorer);

#endif
