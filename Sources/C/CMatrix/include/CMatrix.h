#ifndef CMATRIX_H
#define CMATRIX_H

/// A matrix times a vector, and a bias added.
///
/// In C for the sake of debug builds, in which Swift's SIMD types are calls to functions that are not specialized: there the
/// network of phones took 2.3 s a second of sound, and takes 0.1 s like this. Optimized builds are as fast either way.
///
/// @param weights for each eight outputs those of the first input, then of the second, and so on; aligned to 32 bytes
/// @param bias eight for each block; aligned to 32 bytes
/// @param input `inputs` values
/// @param output eight values for each block, which are overwritten
void cmatrix_multiply(const float *weights, const float *bias, const float *input, long inputs, long blocks,
                      float *output);

#endif
