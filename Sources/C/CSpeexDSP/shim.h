#if !__has_include(<speex/speex_resampler.h>)
#error "libspeexdsp-dev is missing: sudo apt install libspeexdsp-dev"
#endif
#include <speex/speex_resampler.h>
