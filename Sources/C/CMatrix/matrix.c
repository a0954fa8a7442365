#include "CMatrix.h"
#include <string.h>

typedef float lanes __attribute__((vector_size(32)));

void cmatrix_multiply(const float *weights, const float *bias, const float *input, long inputs, long blocks,
                      float *output) {
    const lanes *matrix = (const lanes *)weights;
    const lanes *start = (const lanes *)bias;
    for (long block = 0; block < blocks; block++) {
        const lanes *row = matrix + block * inputs;
        // Two sums, so that an addition need not wait for the one before.
        lanes even = start[block];
        lanes odd = {0};
        long index = 0;
        for (; index + 1 < inputs; index += 2) {
            even += row[index] * input[index];
            odd += row[index + 1] * input[index + 1];
        }
        if (index < inputs) even += row[index] * input[index];
        even += odd;
        memcpy(output + 8 * block, &even, sizeof even);
    }
}
