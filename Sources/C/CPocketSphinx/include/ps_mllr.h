#include <pocketsphinx/ps_mllr.h>
