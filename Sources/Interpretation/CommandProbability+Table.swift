// Made by: models/en-US/decision/fit.py DATA --write Sources
// from recordings; the script says which, and how.

extension CommandProbability {
    /// The logarithm of the odds of a typical right command: the median of each measure.
    static let typical = 2.566

    /// What each measure adds to it.
    static let terms: [Term] = [
        Term(
            measure: .wordMean,
            points: [(-30, -0.24), (-20, -0.24), (-13, 0.00), (8, 0.00)]),
        Term(
            measure: .sentenceMean,
            points: [
                (-40, -6.97), (-28, -4.13), (-18, -1.34), (-11, -0.14), (-6, 0.00), (2, 0.00), (6, 0.02),
            ]),
        Term(
            measure: .worstWindow,
            points: [
                (10, 0.21), (20, -0.02), (30, -0.21), (40, -1.28), (50, -2.73), (65, -2.73), (90, -3.08),
            ]),
        Term(
            measure: .worstWords,
            points: [
                (-70, -3.89), (-36, -3.89), (-25, -2.77), (-16, -1.46), (-9, 0.00), (-3, 0.96), (3, 2.00),
            ]),
        Term(
            measure: .lengthSpread,
            points: [
                (0.1, 2.02), (0.2, 0.50), (0.3, -0.17), (0.4, -0.17), (0.5, -1.11), (0.65, -3.74),
                (0.9, -7.18),
            ]),
        Term(
            measure: .worstOutside,
            points: [(5, 0.00), (15, -0.16), (25, -1.72), (40, -3.90), (55, -5.85)]),
        Term(
            measure: .phones,
            points: [(3, -1.61), (6, 0.00), (40, 0.00)]),
        Term(
            measure: .phoneRate,
            points: [(5, 0.66), (8, 0.13), (11, -0.03), (14, 0.42), (18, 0.83)]),
        Term(
            measure: .signalToNoise,
            points: [(3, -0.85), (8, -0.85), (14, -0.35), (20, 0.00), (40, 0.00)]),
    ]
}
