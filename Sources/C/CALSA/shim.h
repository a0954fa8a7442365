#if !__has_include(<alsa/asoundlib.h>)
#error "libasound2-dev is missing: sudo apt install libasound2-dev"
#endif
#include <alsa/asoundlib.h>

// alsa-lib reports what goes wrong on standard error as well as by its return values. The second is enough; the first
// would come from the capture thread, between a program's own lines. Its handler is variadic, which Swift cannot write.
static void calsa_ignore_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

/// Keeps alsa-lib from writing to standard error.
static inline void calsa_be_quiet(void) { snd_lib_error_set_handler(calsa_ignore_message); }
