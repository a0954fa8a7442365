#ifndef EARSHOT_CGPIO_H
#define EARSHOT_CGPIO_H

/// 1 or 2: the generation of libgpiod this was built against.
int cgpio_generation(void);

#endif
