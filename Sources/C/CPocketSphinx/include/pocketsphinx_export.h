#include <pocketsphinx/pocketsphinx_export.h>
