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

/// How a row's weights lie in memory: as 16-bit floats, to be widened by the processor or without its help, or widened already.
/// Known where it is inlined, so that nothing is asked for each weight.
enum form { by_processor, plainly, wide_already };

/// Eight weights.
///
/// Where the processor cannot widen them, exponent and fraction of a 16-bit float, moved by thirteen, are those of 2^-112 times the
/// number in 32 bits: no bit is lost, and numbers that are too small to be normal are left to the multiplication. Infinity would
/// become 65 536; no weight is that large.
INLINED void fetch(const void *row, long index, enum form form, lanes *weights) {
    if (form == wide_already) {
        *weights = ((const lanes *)row)[index];
    } else if (form == by_processor) {
        *weights = __builtin_convertvector(((const floats *)row)[index], lanes);
    } else {
        bits each = __builtin_convertvector(((const halves *)row)[index], bits);
        lanes size = (lanes)((each & 0x7fff) << 13) * 0x1p112f;
        *weights = (lanes)((bits)size | (each & 0x8000) << 16);
    }
}

INLINED void sum(const void *row, enum form form, const float *input, long inputs, const lanes *bias, float *output) {
    // Two sums, so that an addition need not wait for the one before.
    lanes even = *bias, odd = {0}, weights;
    long index = 0;
    for (; index + 1 < inputs; index += 2) {
        fetch(row, index, form, &weights);
        even += weights * input[index];
        fetch(row, index + 1, form, &weights);
        odd += weights * input[index + 1];
    }
    if (index < inputs) {
        fetch(row, index, form, &weights);
        even += weights * input[index];
    }
    even += odd;
    memcpy(output, &even, sizeof even);
}

INLINED void multiply(const cmatrix *matrix, enum form form, const float *input, long input_stride, long frames,
                      float *output, long output_stride) {
    const lanes *bias = (const lanes *)matrix->bias;
    long inputs = matrix->inputs;
    lanes wide[cmatrix_widest];
    for (long block = 0; block < matrix->blocks; block++) {
        const halves *row = (const halves *)matrix->weights + block * inputs;
        float *results = output + block * width;
        if (frames == 1) {
            sum(row, form, input, inputs, bias + block, results);
            continue;
        }
        for (long index = 0; index < inputs; index++) fetch(row, index, form, wide + index);
        for (long frame = 0; frame < frames; frame++)
            sum(wide, wide_already, input + frame * input_stride, inputs, bias + block, results + frame * output_stride);
    }
}

void cmatrix_multiply_plainly(const cmatrix *matrix, const float *input, long input_stride, long frames, float *output,
                              long output_stride) {
    multiply(matrix, plainly, input, input_stride, frames, output, output_stride);
}

#ifdef __x86_64__

// Without fused operations, which would round otherwise: a result is the same on any x86-64.
__attribute__((target("avx,f16c"))) static void multiply_f16c(const cmatrix *matrix, const float *input,
                                                              long input_stride, long frames, float *output,
                                                              long output_stride) {
    multiply(matrix, by_processor, input, input_stride, frames, output, output_stride);
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
    multiply(matrix, by_processor, input, input_stride, frames, output, output_stride);
}

#endif
