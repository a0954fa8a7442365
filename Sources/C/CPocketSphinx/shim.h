#include <pocketsphinx.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/fe.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/fsg_model.h>
#include <sphinxbase/ngram_model.h>
#include <stdarg.h>
#include <stdio.h>

/// Takes one line of PocketSphinx's log. Called on whichever thread the decoder runs.
typedef void (*cpocketsphinx_sink)(err_lvl_t level, const char *text);

static inline void cpocketsphinx_format(void *sink, err_lvl_t level, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    ((cpocketsphinx_sink)sink)(level, text);
}

/// Sends the log of every decoder in the process to `sink`. PocketSphinx's own callback is variadic, which Swift
/// cannot offer.
static inline void cpocketsphinx_set_log(cpocketsphinx_sink sink) {
    err_set_callback(cpocketsphinx_format, (void *)sink);
}
