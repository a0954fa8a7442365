#if !__has_include(<kissfft/kiss_fftr.h>)
#error "libkissfft-dev is missing: sudo apt install libkissfft-dev"
#endif
#include <kissfft/kiss_fftr.h>
