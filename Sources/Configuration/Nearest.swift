/// The one of `candidates` that `word` was probably meant to be, or nil if none is near enough.
///
/// Near enough is an edit distance (insertions, deletions, replacements and swapped neighbours, case aside) of at
/// most a third of the longer word, and at least 1. Ties go to the candidate that stands first.
///
/// ```swift
/// nearest(to: "actve_low", among: ["pin", "active_low"]) == "active_low"
/// ```
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    var best: (distance: Int, word: String)?
    for candidate in candidates {
        let distance = editDistance(word.lowercased(), candidate.lowercased())
        guard distance <= max(1, max(word.count, candidate.count) / 3) else { continue }
        if best == nil || distance < best!.distance { best = (distance, candidate) }
    }
    return best?.word
}

/// `"did you mean 'x'?"` when a candidate is near, else nil.
package func correction(
    of word: String, among candidates: some Sequence<String>, quoted: (String) -> String = { "'\($0)'" }
) -> String? {
    nearest(to: word, among: candidates).map { "did you mean \(quoted($0))?" }
}

/// `"; did you mean 'x'?"` when a candidate is near, else the candidates themselves when they are few (20 or less), else
/// nothing.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    if let remedy = correction(of: word, among: candidates) { return "; " + remedy }
    let known = candidates.map { "'\($0)'" }
    return known.isEmpty || known.count > 20 ? "" : "; known: " + known.joined(separator: ", ")
}

/// The restricted Damerau-Levenshtein distance ("optimal string alignment"): how many insertions, deletions, replacements
/// and swaps of neighbours make `a` into `b`, none of them within what another has touched. Case counts.
///
/// ```swift
/// editDistance("actve_low", "active_low") == 1
/// ```
package func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
            row.append(least)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
