// Made by: models/en-US/decision/fit.py DATA --write Sources
// from recordings; the script says which, and how.

extension CommandProbability {
    /// The logarithm of the odds of a typical right command: the median of each measure.
    static let typical = 2.201

    /// What each measure adds to it.
    static let terms: [Term] = [
        Term(
            measure: .wordMean,
            points: [(-30, -0.51), (-20, -0.34), (-13, 0.00), (8, 0.00)]),
        Term(
            measure: .sentenceMean,
            points: [
                (-40, -7.09), (-28, -4.69), (-18, -2.24), (-11, -0.62), (-6, -0.04), (-2, -0.04), (2, 0.04),
                (6, 0.60),
            ]),
        Term(
            measure: .worstWindow,
            points: [(10, 0.00), (30, 0.00), (40, -0.91), (50, -2.04), (65, -2.10), (90, -2.83)]),
        Term(
            measure: .worstWords,
            points: [
                (-70, -3.86), (-36, -3.86), (-25, -2.79), (-16, -1.27), (-9, 0.00), (-3, 0.91), (3, 1.85),
            ]),
        Term(
            measure: .lengthSpread,
            points: [
                (0.1, 2.01), (0.2, 0.37), (0.3, -0.15), (0.4, -0.15), (0.5, -0.90), (0.65, -2.60),
                (0.9, -4.97),
            ]),
        Term(
            measure: .worstOutside,
            points: [(5, 0.00), (15, -0.40), (25, -1.46), (32, -2.24), (40, -3.11), (55, -4.55)]),
        Term(
            measure: .phones,
            points: [(3, -1.37), (6, -0.09), (9, 0.00), (40, 0.00)]),
        Term(
            measure: .phoneRate,
            points: [(5, 0.40), (8, 0.24), (11, -0.05), (14, 0.53), (18, 0.69)]),
        Term(
            measure: .signalToNoise,
            points: [(3, -0.66), (8, -0.66), (14, 0.00), (40, 0.00)]),
    ]
}
