#include <stdbool.h>
#include <string.h>

#include "CMatrix.h"
#include "lanes.h"
#ifdef __x86_64__
#include <cpuid.h>
#endif

typedef uint16_t halves __attribute__((vector_size(16)));
typedef _Float16 floats __attribute__((vector_size(16)));
typedef uint32_t bits __attribute__((vector_size(32)));

/// Eight 16-bit floats as the same numbers of 32 bits.
///
/// Where the processor cannot do it, exponent and fraction of the one, moved by thirteen, are those of 2^-112 times the number in
/// the other: no bit is lost, and numbers that are too small to be normal are left to the multiplication. Infinity would become
/// 65 536; no weight is that large.
INLINED void widen(const halves *values, lanes *wide, bool converts) {
    if (converts) {
        *wide = __builtin_convertvector((floats)*values, lanes);
    } else {
        bits each = __builtin_convertvector(*values, bits);
        lanes size = (lanes)((each & 0x7fff) << 13) * 0x1p112f;
        *wide = (lanes)((bits)size | (each & 0x8000) << 16);
    }
}

/// One frame: each weight is used once, and not kept.
INLINED void sum(const halves *row, const float *input, long inputs, const lanes *bias, float *output, bool converts) {
    // Two sums, so that an addition need not wait for the one before.
    lanes even = *bias, odd = {0}, first, second;
    long index = 0;
    for (; index + 1 < inputs; index += 2) {
        widen(row + index, &first, converts);
        widen(row + index + 1, &second, converts);
        even += first * input[index];
        odd += second * input[index + 1];
    }
    if (index < inputs) {
        widen(row + index, &first, converts);
        even += first * input[index];
    }
    even += odd;
    memcpy(output, &even, sizeof even);
}

/// One frame of several, for all of which the weights were widened: the same sums in the same order.
INLINED void sum_of_wide(const lanes *row, const float *input, long inputs, const lanes *bias, float *output) {
    lanes even = *bias, odd = {0};
    long index = 0;
    for (; index + 1 < inputs; index += 2) {
        even += row[index] * input[index];
        odd += row[index + 1] * input[index + 1];
    }
    if (index < inputs) even += row[index] * input[index];
    even += odd;
    memcpy(output, &even, sizeof even);
}

INLINED void multiply(const cmatrix *matrix, const float *input, long input_stride, long frames, float *output,
                      long output_stride, bool converts) {
    const lanes *bias = (const lanes *)matrix->bias;
    long inputs = matrix->inputs;
    lanes wide[cmatrix_widest];
    for (long block = 0; block < matrix->blocks; block++) {
        const halves *row = (const halves *)matrix->weights + block * inputs;
        if (frames > 1)
            for (long index = 0; index < inputs; index++) widen(row + index, wide + index, converts);
        for (long frame = 0; frame < frames; frame++) {
            const float *values = input + frame * input_stride;
            float *result = output + frame * output_stride + block * width;
            if (frames > 1)
                sum_of_wide(wide, values, inputs, bias + block, result);
            else
                sum(row, values, inputs, bias + block, result, converts);
        }
    }
}

void cmatrix_multiply_plainly(const cmatrix *matrix, const float *input, long input_stride, long frames, float *output,
                              long output_stride) {
    multiply(matrix, input, input_stride, frames, output, output_stride, false);
}

#ifdef __x86_64__

// Without fused operations, which would round otherwise: a result is the same on any x86-64.
__attribute__((target("avx,f16c"))) static void multiply_f16c(const cmatrix *matrix, const float *input,
                                                              long input_stride, long frames, float *output,
                                                              long output_stride) {
    multiply(matrix, input, input_stride, frames, output, output_stride, true);
}

static bool has_f16c(void) {
    unsigned a, b, c = 0, d;
    return __builtin_cpu_supports("avx") && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}

void cmatrix_multiply(const cmatrix *matrix, const float *input, long input_stride, long frames, float *output,
                      long output_stride) {
    static int known;  // 1 without, 2 with: whoever finds out first, all find the same
    int found = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!found) __atomic_store_n(&known, found = has_f16c() ? 2 : 1, __ATOMIC_RELAXED);
    if (found == 2)
        multiply_f16c(matrix, input, input_stride, frames, output, output_stride);
    else
        cmatrix_multiply_plainly(matrix, input, input_stride, frames, output, output_stride);
}

#else

void cmatrix_multiply(const cmatrix *matrix, const float *input, long input_stride, long frames, float *output,
                      long output_stride) {
    multiply(matrix, input, input_stride, frames, output, output_stride, true);
}

#endif
