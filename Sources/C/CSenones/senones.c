#include "CSenones.h"

#include <math.h>
#include <string.h>

enum { width = csenones_density_width, senone_width = csenones_senone_width };

typedef float lanes __attribute__((vector_size(4 * width)));
typedef int8_t lane_bytes __attribute__((vector_size(width)));
typedef uint8_t bytes __attribute__((vector_size(senone_width)));
typedef int8_t signed_bytes __attribute__((vector_size(senone_width)));
typedef int16_t words __attribute__((vector_size(2 * senone_width)));

// MARK: - A model

uint8_t csenones_largest(const uint8_t *weights, int64_t count) {
    uint8_t largest = 0;
    for (int64_t index = 0; index < count; index++)
        if (weights[index] > largest) largest = weights[index];
    return largest;
}

void csenones_prepare(const float *means, const float *variances, int32_t densities, int32_t length, float floor,
                      double log_base_inverse, float *gaussians, float *peaks) {
    for (int32_t density = 0; density < densities; density++) {
        float *block = gaussians + (int64_t)(density / width) * length * 2 * width;
        float peak = 0;
        for (int32_t index = 0; index < length; index++) {
            float variance = variances[density * length + index];
            if (variance < floor) variance = floor;
            // Whole numbers, as PocketSphinx has them.
            peak += (float)(int)(log(1.0 / sqrt(variance * 2.0 * M_PI)) * log_base_inverse);
            float *place = block + index * 2 * width + density % width;
            place[0] = means[density * length + index];
            place[width] = (float)(int)((1.0 / (variance * 2.0)) * log_base_inverse);
        }
        peaks[density] = peak;
    }
}

// MARK: - Gaussians

/// Puts the candidate at `index`, whose score is new, before those ahead of it that are worse.
static void advance(csenones_candidate *candidates, int32_t index) {
    csenones_candidate moved = candidates[index];
    for (; index > 0 && moved.score > candidates[index - 1].score; index--) candidates[index] = candidates[index - 1];
    candidates[index] = moved;
}

/// Scores the candidates anew, and sorts them.
static void renew(const float *gaussians, const float *peaks, const float *features, int32_t length, int32_t count,
                  csenones_candidate *candidates) {
    for (int32_t index = 0; index < count; index++) {
        int32_t density = candidates[index].density;
        const float *place = gaussians + (int64_t)(density / width) * length * 2 * width + density % width;
        float score = peaks[density];
        for (int32_t value = 0; value < length; value++, place += 2 * width) {
            float difference = features[value] - place[0];
            score -= difference * difference * place[width];
        }
        candidates[index].score = (int32_t)score;
        advance(candidates, index);
    }
}

/// Takes a Gaussian among the candidates in the place of the worst one, which is returned.
static int32_t take(int32_t density, int32_t score, int32_t count, csenones_candidate *candidates) {
    int32_t index = count - 1;
    int32_t left = candidates[index].density;
    for (; index > 0 && score >= candidates[index - 1].score; index--) candidates[index] = candidates[index - 1];
    candidates[index] = (csenones_candidate){density, score};
    return left;
}

/// Looks for candidates among all Gaussians, eight at a time.
static void search(const float *gaussians, const float *peaks, const float *features, int32_t densities,
                   int32_t length, int32_t count, csenones_candidate *candidates) {
    // A byte of ones for each that is a candidate.
    uint8_t is_candidate[csenones_most_densities];
    memset(is_candidate, 0, densities);
    for (int32_t index = 0; index < count; index++) is_candidate[candidates[index].density] = UINT8_MAX;
    for (int32_t first = 0; first < densities; first += width) {
        lanes score;
        memcpy(&score, peaks + first, sizeof score);
        const lanes *row = (const lanes *)(gaussians + (int64_t)first * length * 2);
        // Leaving eight that are behind after five or nine values saves nothing: three quarters are left at the last one.
#pragma clang loop unroll_count(4)
        for (int32_t value = 0; value < length; value++, row += 2) {
            lanes difference = features[value] - row[0];
            score -= difference * difference * row[1];
        }
        lane_bytes better = __builtin_convertvector(score >= (float)candidates[count - 1].score, lane_bytes);
        uint64_t found;
        memcpy(&found, &better, sizeof found);
        uint64_t known;
        memcpy(&known, is_candidate + first, sizeof known);
        found &= ~known;
        if (found == 0) continue;
        float scores[width];
        memcpy(scores, &score, sizeof scores);
        while (found != 0) {
            int32_t lane = __builtin_ctzll(found) / 8;
            found &= ~(UINT64_C(0xff) << 8 * lane);
            if (!(scores[lane] >= (float)candidates[count - 1].score)) continue;
            int32_t left = take(first + lane, (int32_t)scores[lane], count, candidates);
            is_candidate[left] = 0;
            is_candidate[first + lane] = UINT8_MAX;
            // It may come in again, in its turn.
            if (left > first + lane && left < first + width) found |= UINT64_C(0xff) << 8 * (left - first);
        }
    }
}

/// Has the scores of a stream's candidates be negative logarithms, 0 for the best of all codebooks.
static void normalize_stream(const csenones_model *model, const bool *is_active, int32_t stream, int32_t count,
                             csenones_candidate *candidates) {
    // Coarser by 2^10 than the Gaussians' own, so that a byte holds what is added up.
    enum { shift = 10, most = 96 };
    int32_t best = INT32_MIN;
    for (int32_t codebook = 0; codebook < model->codebooks; codebook++) {
        if (!is_active[codebook]) continue;
        int32_t score = candidates[(codebook * model->streams + stream) * count].score >> shift;
        if (score > best) best = score;
    }
    for (int32_t codebook = 0; codebook < model->codebooks; codebook++) {
        csenones_candidate *of_codebook = candidates + (codebook * model->streams + stream) * count;
        for (int32_t index = 0; index < count; index++) {
            int64_t distance = is_active[codebook] ? (int64_t)best - (of_codebook[index].score >> shift) : most;
            of_codebook[index].score = distance > most ? most : (int32_t)distance;
        }
    }
}

void csenones_find(const csenones_model *model, const bool *is_active, const float *const *features, const bool *is_whole,
                   int32_t frames, int32_t count, const csenones_candidate *before, csenones_candidate *candidates) {
    const int64_t of_frame = (int64_t)model->codebooks * model->streams * count;
    for (int32_t codebook = 0; codebook < model->codebooks; codebook++) {
        for (int32_t stream = 0; stream < model->streams; stream++) {
            const int32_t place = codebook * model->streams + stream;
            const int32_t length = model->lengths[stream];
            const float *gaussians = model->gaussians + model->starts[place];
            const float *peaks = model->peaks + (int64_t)place * model->densities;
            const csenones_candidate *last = before + place * count;
            for (int32_t frame = 0; frame < frames; frame++) {
                const float *values = features[frame * model->streams + stream];
                csenones_candidate *own = candidates + frame * of_frame + place * count;
                memcpy(own, last, count * sizeof *own);
                renew(gaussians, peaks, values, length, count, own);
                if (is_whole[frame] && is_active[codebook])
                    search(gaussians, peaks, values, model->densities, length, count, own);
                last = own;
            }
        }
    }
}

void csenones_normalize(const csenones_model *model, const bool *is_active, int32_t count,
                        csenones_candidate *candidates) {
    for (int32_t stream = 0; stream < model->streams; stream++)
        normalize_stream(model, is_active, stream, count, candidates);
}

// MARK: - Senones

/// What a byte that is added to begins with, so that a sum of sixteen probabilities stays above 0.
enum { bias = 64 };

/// One stream's part of the scores of some senones in a row, and `bias` more.
static void mix(const csenones_model *model, const uint8_t *weights, const csenones_candidate *candidates,
                int32_t count, bytes *result) {
    bytes sum;
    memcpy(&sum, weights + candidates[0].density * model->row_length, sizeof sum);
    sum += (uint8_t)bias;
    for (int32_t index = 1; index < count; index++) {
        // Beyond a byte lies only what is too unlikely to add anything.
        uint8_t offset = (uint8_t)(candidates[index].score - candidates[0].score + bias);
        bytes next;
        memcpy(&next, weights + candidates[index].density * model->row_length, sizeof next);
        next = __builtin_elementwise_add_sat(next, (bytes){0} + offset);
        bytes least = __builtin_elementwise_min(sum, next);
        // Without a sign, a comparison takes x86-64 twice as long.
        signed_bytes difference = (signed_bytes)__builtin_elementwise_min(
            __builtin_elementwise_max(sum, next) - least, (bytes){0} + (uint8_t)INT8_MAX);
        sum = least;
        // A comparison is -1 where it holds.
        for (int32_t limit = 0; limit < csenones_limit_count; limit++)
            sum += (bytes)(difference < model->limits[limit]);
    }
    *result = sum;
}

void csenones_score_all(const csenones_model *model, const csenones_candidate *candidates, int32_t count,
                        int16_t *scores) {
    int16_t best = INT16_MAX;
    // The last senones are read with some that lie before them, so that nothing is read beyond the weights.
    const int32_t last = model->senones - senone_width;
    for (int32_t number = 0; number < model->run_count; number++) {
        csenones_run run = model->runs[number];
        const csenones_candidate *own = candidates + run.codebook * model->streams * count;
        const int32_t run_end = run.first + run.count;
        for (int32_t first = run.first; first < run_end; first += senone_width) {
            const int32_t start = first < last ? first : last;
            words total = {0};
            for (int32_t stream = 0; stream < model->streams; stream++) {
                bytes part;
                mix(model, model->weights + stream * model->densities * model->row_length + start,
                    own + stream * count, count, &part);
                total += __builtin_convertvector(part, words) + (int16_t)(own[stream * count].score - bias);
            }
            int16_t totals[senone_width];
            memcpy(totals, &total, sizeof totals);
            const int32_t end = first + senone_width < run_end ? first + senone_width : run_end;
            for (int32_t senone = first; senone < end; senone++) {
                const int16_t score = totals[senone - start];
                scores[senone] = score;
                if (score < best) best = score;
            }
        }
    }
    for (int32_t senone = 0; senone < model->senones; senone++) scores[senone] -= best;
}

void csenones_score_some(const csenones_model *model, const csenones_candidate *candidates, int32_t count,
                         const uint8_t *steps, int32_t step_count, int16_t *scores) {
    memset(scores, 0, model->senones * sizeof *scores);
    int32_t best = INT32_MAX;
    int32_t senone = 0;
    for (int32_t number = 0; number < step_count; number++) {
        senone += steps[number];
        const csenones_candidate *own = candidates + model->codebook_of[senone] * model->streams * count;
        int32_t score = 0;
        for (int32_t stream = 0; stream < model->streams; stream++, own += count) {
            const uint8_t *weights = model->weights + stream * model->densities * model->row_length + senone;
            int32_t sum = weights[own[0].density * model->row_length] + own[0].score;
            for (int32_t index = 1; index < count; index++) {
                int32_t next = weights[own[index].density * model->row_length] + own[index].score;
                int32_t least = sum < next ? sum : next;
                sum = least - model->additions[sum + next - 2 * least];
            }
            score += sum;
        }
        scores[senone] = (int16_t)score;
        if (score < best) best = score;
    }
    for (senone = 0; senone < model->senones; senone++) scores[senone] -= (int16_t)best;
}
