#include "CGPIO.h"
#include <gpiod.h>

// libgpiod carries no version macro; only 1.x defines the limit of a bulk request.
int cgpio_generation(void) {
#ifdef GPIOD_LINE_BULK_MAX_LINES
    return 1;
#else
    return 2;
#endif
}
