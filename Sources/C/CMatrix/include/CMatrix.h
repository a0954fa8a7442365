#ifndef CMATRIX_H
#define CMATRIX_H

/// A matrix times a vector, and a bias added.
///
/// In C for the sake of debug builds, in which Swift's SIMD types are calls to functions that are not specialized: `earshot demo
/// --fast` of a debug build told 23.8 s of decode time for 10.3 s of sound with them, and 2.1 s like this.
///
/// @param weights for each eight outputs those of the first input, then of the second, and so on; aligned to 32 bytes
/// @param bias eight for each block; aligned to 32 bytes
/// @param input `inputs` values
/// @param output eight values for each block, which are overwritten
void cmatrix_multiply(const float *weights, const float *bias, const float *input, long inputs, long blocks,
                      float *output);

#endif
