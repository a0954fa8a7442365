#include <pocketsphinx/ps_lattice.h>
