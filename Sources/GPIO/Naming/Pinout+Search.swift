import Configuration

extension Pinout {
    /// Every line of every chip, in the chips' order, as they are now.
    ///
    /// - Throws: `GPIOError.failed` if the kernel does not tell.
    package func lines() throws(GPIOError) -> [(chip: any Chip, offset: Int, info: LineInfo)] {
        var all: [(chip: any Chip, offset: Int, info: LineInfo)] = []
        for chip in chips {
            for offset in 0..<chip.lineCount {
                all.append((chip, offset, try chip.info(at: offset)))
            }
        }
        return all
    }

    /// Finds a line, held or not.
    ///
    /// A name that lines of several chips share means the one on a chip that the profile lists. Which of several chips with one
    /// label is meant cannot be said: none is taken by chance.
    /// - Throws: `unknownLine` with the nearest names, `unknownChip`, `noOffset`, `noLineAtPin`, `unknownHeader`,
    ///   `ambiguous`, or
    ///   `notPermitted` if the line may be on a chip that this user cannot open.
    package func locate(_ name: LineName) throws(GPIOError) -> (chip: any Chip, line: LineIdentity) {
        switch name {
        case .offset(let offset, let label):
            let labelled = chips.filter { $0.label == label }
            guard let lineCount = labelled.map(\.lineCount).max() else {
                try throwIfForbidden()
                throw .unknownChip(label: label, present: chips.map(\.label))
            }
            let line = LineIdentity(name: name.description, chip: label, offset: offset)
            let found = labelled.filter { offset < $0.lineCount }.map { (chip: $0, line: line) }
            guard let only = try single(of: found, named: name.description) else {
                throw .noOffset(offset, chip: label, lineCount: lineCount)
            }
            return only
        case .header(let pin):
            guard !profile.header.isEmpty else { throw .unknownHeader(pin: pin) }
            guard let kernelName = profile.header[pin] else {
                throw .noLineAtPin(pin, profile: profile.name)
            }
            return try find(kernelName, askedAs: name)
        case .named(let kernelName):
            return try find(kernelName, askedAs: name)
        }
    }

    private typealias Found = (chip: any Chip, line: LineIdentity)

    private func find(_ kernelName: String, askedAs name: LineName) throws(GPIOError) -> Found {
        var found: [Found] = []
        var names: Set<String> = []
        // A chip that was unplugged tells nothing any more, and must not keep the others' lines from being found.
        var failure: GPIOError?
        for chip in chips {
            do throws(GPIOError) {
                for offset in 0..<chip.lineCount {
                    guard let candidate = try chip.info(at: offset).name else { continue }
                    names.insert(candidate)
                    guard candidate == kernelName else { continue }
                    let line = LineIdentity(name: name.description, chip: chip.label, offset: offset)
                    found.append((chip, line))
                }
            } catch {
                failure = error
            }
        }
        let preferred = found.filter { profile.chip(labelled: $0.line.chip) != nil }
        if let only = try single(of: preferred.count == 1 ? preferred : found, named: kernelName) {
            return only
        }
        // The kernel may call a line by what it is used for (SDA1); the profile knows its number all the same.
        let numbered = chips.compactMap { chip -> Found? in
            guard let offset = profile.chip(labelled: chip.label)?.offset(ofLine: kernelName),
                offset < chip.lineCount
            else { return nil }
            return (chip, LineIdentity(name: name.description, chip: chip.label, offset: offset))
        }
        if let only = try single(of: numbered, named: kernelName) { return only }
        try throwIfForbidden()
        if let failure { throw failure }
        throw .unknownLine(name: kernelName, near: nearNames(to: kernelName, among: names))
    }

    /// The line that was found; nil if there is none, and `ambiguous` if there are several.
    private func single(of found: [Found], named name: String) throws(GPIOError) -> Found? {
        guard found.count > 1 else { return found.first }
        let places = found.map { chip, line in
            // The device, which no name may have in it, is for people.
            chips.count(where: { $0.label == chip.label }) > 1
                ? "\(line.place) on \(chip.device)" : line.place
        }
        throw .ambiguous(name: name, places: places)
    }
}

/// Up to three names that a person may have meant: at most a third of the letters (but two) away, nearest first, of
/// these the ones of the same length; one alone if only its case differs.
private func nearNames(to name: String, among names: Set<String>) -> [String] {
    if let same = names.first(where: { $0.lowercased() == name.lowercased() }) { return [same] }
    let limit = max(2, name.count / 3)
    let rank = { (other: String) in
        (editDistance(name.lowercased(), other.lowercased()), abs(other.count - name.count), other)
    }
    return names.map(rank).filter { $0.0 <= limit }.sorted(by: <).prefix(3).map(\.2)
}
