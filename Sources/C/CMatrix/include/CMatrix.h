#ifndef CMATRIX_H
#define CMATRIX_H

#include <stdint.h>

/// The most inputs of a matrix.
enum { cmatrix_widest = 1024 };

/// A matrix of weights, and a bias for each output.
typedef struct {
    /// For each eight outputs those of the first input, then of the second, and so on: bits of finite 16-bit floats, as in the
    /// file. What a frame costs on a small board is fetching them. Aligned to 16 bytes.
    const uint16_t *weights;
    /// Eight for each block; aligned to 16 bytes.
    const float *bias;
    /// `cmatrix_widest` at most.
    long inputs;
    /// Eighths of outputs, rounded up.
    long blocks;
} cmatrix;

/// The matrix times the vectors of some frames, and the bias added to each.
///
/// The weights are gone through once for all frames; each frame's result is the one that it would have alone.
///
/// In C for the sake of debug builds, in which Swift's SIMD types are calls to functions that are not specialized: `earshot demo
/// --fast` of a debug build told 23.8 s of decode time for 10.3 s of sound with them, and 2.1 s like this.
///
/// @param input `inputs` values of each frame
/// @param input_stride values from one frame to the next
/// @param output eight values for each block of each frame, which are overwritten
/// @param output_stride values from one frame to the next
void cmatrix_multiply(const cmatrix *matrix, const float *input, long input_stride, long frames, float *output,
                      long output_stride);

/// The same without the processor's help with 16-bit floats, which any x86-64 can do.
void cmatrix_multiply_plainly(const cmatrix *matrix, const float *input, long input_stride, long frames, float *output,
                              long output_stride);

/// The hyperbolic tangent of each value, within 2.1e-7.
///
/// @param count a multiple of eight
void cmatrix_tanh(float *values, long count);

/// The next state of a gated recurrent unit; the functions are as exact as above. With libm's, which take one value at a time, they
/// were a twelfth of what listening for a wake phrase costs.
///
/// @param from_input what it makes of the input: reset, update and new state, `units` values each
/// @param from_state likewise of the state before
/// @param state `units` values
/// @param units a multiple of eight
/// @param next `units` values, which are overwritten
void cmatrix_gate(const float *from_input, const float *from_state, const float *state, long units, float *next);

#endif
