#ifndef CMATRIX_LANES_H
#define CMATRIX_LANES_H

/// Eight numbers at a time. Swift's arrays lie at multiples of 16 bytes.
typedef float lanes __attribute__((vector_size(32), aligned(16)));

enum { width = 8 };

// Inlined, so that no vector is handed over in memory.
#define INLINED static inline __attribute__((always_inline))

#endif
