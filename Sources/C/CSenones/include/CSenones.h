#ifndef CSENONES_H
#define CSENONES_H

#include <stdbool.h>
#include <stdint.h>

// How well a frame's features fit each senone of a phonetically tied model: one codebook of Gaussians a phone, and each senone a
// mixture of its phone's.
//
// The numbers are PocketSphinx's, which computes them one Gaussian and one senone at a time; here it is eight Gaussians and 32
// senones. In C as CMatrix is: for the sake of debug builds.
//
// Source: D. Huggins-Daines et al., "PocketSphinx: a free, real-time continuous speech recognition system for hand-held
// devices", ICASSP 2006; the quantities as ptm_mgau.c of PocketSphinx 5prealpha has them.

enum {
    /// Gaussians that are computed at a time, and senones.
    csenones_density_width = 8,
    csenones_senone_width = 32,
    /// So that a byte holds a weight and a Gaussian's score, 96 at most.
    csenones_largest_weight = 159,
    csenones_most_densities = 1024,
    csenones_largest_difference = 32,
    csenones_addition_count = 320,
    csenones_limit_count = 8,
    /// Candidates that can be mixed for all senones.
    csenones_most_candidates = 16,
};

/// Senones that follow on each other and share a codebook.
typedef struct {
    int32_t first;
    int32_t count;
    int32_t codebook;
} csenones_run;

/// A model; nothing in it changes once it is made.
typedef struct {
    int32_t codebooks;
    int32_t streams;
    /// Gaussians of a codebook and stream; a multiple of `csenones_density_width`.
    int32_t densities;
    /// At least `csenones_senone_width`.
    int32_t senones;
    /// How many values each stream's features have.
    const int32_t *lengths;
    /// For each codebook, stream and eight Gaussians: of each value eight means, then what eight squared differences weigh.
    const float *gaussians;
    /// For each codebook and stream: where its Gaussians begin.
    const int64_t *starts;
    /// For each codebook, stream and Gaussian: its logarithm at its mean.
    const float *peaks;
    /// For each stream and Gaussian a row of all senones' weights in it: negative logarithms, at most
    /// `csenones_largest_weight`.
    const uint8_t *weights;
    int64_t row_length;
    const uint8_t *codebook_of;
    const csenones_run *runs;
    int32_t run_count;
    /// What adding a probability takes off the negative logarithm of the greater one, by the difference of the two: less and
    /// less, and nothing from `csenones_largest_difference` on.
    uint8_t additions[csenones_addition_count];
    /// For 1, 2, …: the least difference at which less than that is taken off; 0 from where nothing takes as much off.
    int8_t limits[csenones_limit_count];
} csenones_model;

/// One of a codebook's Gaussians that fit a frame best.
typedef struct {
    int32_t density;
    int32_t score;
} csenones_candidate;

/// The greatest of `count` weights.
uint8_t csenones_largest(const uint8_t *weights, int64_t count);

/// Writes the Gaussians of one codebook and stream as a model has them.
///
/// @param log_base_inverse one over the natural logarithm of the base of all logarithms here
/// @param means `densities` times `length` values, and as many variances
/// @param floor what a variance is at least
void csenones_prepare(const float *means, const float *variances, int32_t densities, int32_t length, float floor,
                      double log_base_inverse, float *gaussians, float *peaks);

/// The `count` Gaussians of each codebook and stream that fit best, of one frame after the other.
///
/// Each codebook is gone through by all frames before the next: a few fit a processor's first cache, and all of them not even the
/// second one of a small board's.
///
/// @param is_active by codebook; of others only the candidates that there are, are scored
/// @param features for each frame a row for each stream
/// @param is_whole by frame; otherwise the candidates that there are, are scored, and no others are looked for
/// @param before by codebook and stream `count` candidates each: those of the frame before
/// @param candidates for each frame the same, overwritten
void csenones_find(const csenones_model *model, const bool *is_active, const float *const *features, const bool *is_whole,
                   int32_t frames, int32_t count, const csenones_candidate *before, csenones_candidate *candidates);

/// Makes the scores of a frame's candidates negative logarithms, 0 for the best of each stream.
///
/// @param is_active by codebook; the others' candidates become as unlikely as can be
/// @param candidates by codebook and stream `count` each, as they were found
void csenones_normalize(const csenones_model *model, const bool *is_active, int32_t count, csenones_candidate *candidates);

/// The score of each senone: the negative logarithm of its likelihood, 0 for the best.
///
/// @param candidates by codebook and stream `count`, at most `csenones_most_candidates`, normalized
/// @param scores by senone, overwritten
void csenones_score_all(const csenones_model *model, const csenones_candidate *candidates, int32_t count,
                        int16_t *scores);

/// The same of some senones; what the others get means nothing.
///
/// @param steps from each senone that is wanted to the next; the first from 0
void csenones_score_some(const csenones_model *model, const csenones_candidate *candidates, int32_t count,
                         const uint8_t *steps, int32_t step_count, int16_t *scores);

#endif
