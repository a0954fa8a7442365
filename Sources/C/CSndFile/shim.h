#if !__has_include(<sndfile.h>)
#error "libsndfile1-dev is missing: sudo apt install libsndfile1-dev"
#endif
#include <sndfile.h>
