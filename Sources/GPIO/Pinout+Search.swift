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
    /// A name that lines of several chips share means the one on a chip that the profile lists.
    /// - Throws: `unknownLine` with the nearest names, `unknownChip`, `noOffset`, `noLineAtPin`, `unknownHeader`,
    ///   `ambiguous`, or
    ///   `notPermitted` if the line may be on a chip that this user cannot open.
    package func locate(_ name: LineName) throws(GPIOError) -> (chip: any Chip, line: LineIdentity) {
        switch name {
        case .offset(let offset, let label):
            guard let chip = chips.first(where: { $0.label == label }) else {
                try throwIfForbidden()
                throw .unknownChip(label: label, present: chips.map(\.label))
            }
            guard offset < chip.lineCount else {
                throw .noOffset(offset, chip: label, lineCount: chip.lineCount)
            }
            return (chip, LineIdentity(name: name.description, chip: label, offset: offset))
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

    private func find(
        _ kernelName: String, askedAs name: LineName
    ) throws(GPIOError) -> (chip: any Chip, line: LineIdentity) {
        var found: [(chip: any Chip, line: LineIdentity)] = []
        var names: Set<String> = []
        for (chip, offset, info) in try lines() {
            guard let candidate = info.name else { continue }
            names.insert(candidate)
            if candidate == kernelName {
                found.append((chip, LineIdentity(name: name.description, chip: chip.label, offset: offset)))
            }
        }
        if found.count > 1 {
            let preferred = found.filter { profile.chip(labelled: $0.line.chip) != nil }
            guard preferred.count == 1 else {
                throw .ambiguous(name: kernelName, places: found.map(\.line.place))
            }
            return preferred[0]
        }
        if let only = found.first { return only }
        // The kernel may call a line by what it is used for (SDA1); the profile knows its number all the same.
        for chip in chips {
            if let offset = profile.chip(labelled: chip.label)?.offset(ofLine: kernelName),
                offset < chip.lineCount
            {
                return (chip, LineIdentity(name: name.description, chip: chip.label, offset: offset))
            }
        }
        try throwIfForbidden()
        throw .unknownLine(name: kernelName, near: nearNames(to: kernelName, among: names))
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
