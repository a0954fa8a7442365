#include <stdint.h>
#include <string.h>

#include "CMatrix.h"
#include "lanes.h"

typedef int32_t whole __attribute__((vector_size(32), aligned(16)));

/// The logistic function of `scale` times each, within 1.1e-7: 1 / (1 + 2^power), where 2^power is the power of its whole part, which
/// is an exponent's bits, times that of the rest, a polynomial.
///
/// The polynomial is that of degree 5 which meets 2^x in the six Chebyshev nodes of -0.5 to 0.5; it is within 1.1e-7 of it there.
INLINED void logistic(lanes *values, float scale) {
    lanes power = *values * (-1.44269504f * scale);
    // Beyond these the result is 0 or 1 to all its digits, and bits would run over.
    lanes low = {-64, -64, -64, -64, -64, -64, -64, -64};
    power = (lanes)(((whole)power & (power > low)) | ((whole)low & (power <= low)));
    power = (lanes)(((whole)power & (power < -low)) | ((whole)-low & (power >= -low)));
    // Added to this, a small number is rounded to a whole one, which is then in the last bits.
    const float shift = 0x1.8p23f;
    lanes rounded = power + shift;
    lanes rest = power - (rounded - shift);
    lanes sum = rest * 0.00133908633f + 0.00967603177f;
    sum = sum * rest + 0.0555035695f;
    sum = sum * rest + 0.240221068f;
    sum = sum * rest + 0.693147182f;
    sum = sum * rest + 1.00000012f;
    lanes scaled = (lanes)((whole)sum + ((whole)rounded << 23));
    *values = 1.0f / (1.0f + scaled);
}

INLINED void hyperbolic(lanes *values) {
    logistic(values, 2);
    *values = 2.0f * *values - 1.0f;
}

INLINED void load(const float *values, lanes *result) { memcpy(result, values, sizeof *result); }

void cmatrix_tanh(float *values, long count) {
    for (long index = 0; index < count; index += width) {
        lanes each;
        load(values + index, &each);
        hyperbolic(&each);
        memcpy(values + index, &each, sizeof each);
    }
}

void cmatrix_gate(const float *from_input, const float *from_state, const float *state, long units, float *next) {
    for (long unit = 0; unit < units; unit += width) {
        lanes reset, update, new, other, old;
        load(from_input + unit, &reset);
        load(from_state + unit, &other);
        reset += other;
        logistic(&reset, 1);
        load(from_input + units + unit, &update);
        load(from_state + units + unit, &other);
        update += other;
        logistic(&update, 1);
        load(from_input + 2 * units + unit, &new);
        load(from_state + 2 * units + unit, &other);
        new += reset * other;
        hyperbolic(&new);
        load(state + unit, &old);
        new += update * (old - new);
        memcpy(next + unit, &new, sizeof new);
    }
}
