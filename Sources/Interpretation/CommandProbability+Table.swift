// Made by: models/en-US/decision/fit.py DATA --write Sources
// from recordings; the script says which, and how.

extension CommandProbability {
    /// The logarithm of the odds of a typical right command: the median of each measure.
    static let typical = 2.429

    /// What each measure adds to it.
    static let terms: [Term] = [
        Term(
            measure: .wordMean,
            points: [(-30, -0.26), (-20, -0.26), (-15, -0.05), (-11, 0.00), (-2, 0.00)]),
        Term(
            measure: .sentenceMean,
            points: [
                (-40, -3.14), (-30, -3.14), (-24, -2.33), (-18, -1.32), (-13, -0.60), (-9, -0.32), (-5, 0.00),
            ]),
        Term(
            measure: .worstWindow,
            points: [(10, 0.47), (20, 0.08), (30, 0.00), (40, 0.00), (50, -0.80), (65, -2.11), (90, -2.97)]),
        Term(
            measure: .worstWords,
            points: [
                (-70, -2.06), (-50, -2.06), (-38, -1.52), (-28, -1.12), (-20, -0.47), (-12, 0.30), (-4, 1.18),
            ]),
        Term(
            measure: .lengthSpread,
            points: [
                (0.1, 1.08), (0.2, 0.33), (0.3, -0.35), (0.4, -0.81), (0.5, -1.37), (0.65, -1.37),
                (0.9, -3.65),
            ]),
        Term(
            measure: .worstOutside,
            points: [(5, 0.00), (25, 0.00), (40, -0.92), (55, -3.41)]),
        Term(
            measure: .phones,
            points: [(3, -2.87), (6, -0.61), (9, 0.00), (40, 0.00)]),
        Term(
            measure: .words,
            points: [(1, -0.25), (2, -0.23), (5, -0.23), (8, 0.11)]),
        Term(
            measure: .phoneRate,
            points: [(5, 0.71), (8, 0.68), (11, -0.01), (14, 0.10), (18, 0.41)]),
        Term(
            measure: .signalToNoise,
            points: [(3, -1.83), (8, -1.13), (14, -0.25), (20, 0.00), (40, 0.00)]),
    ]
}
