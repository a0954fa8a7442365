#include <pocketsphinx/cmdln_macro.h>
