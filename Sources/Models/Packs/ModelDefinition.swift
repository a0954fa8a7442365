/// The phones, senones and transition matrices that an acoustic model is made of: its `mdef` file, in binary ("BMDF")
/// or in text ("0.3") form, as PocketSphinx's bin_mdef.c and sphinxbase's mdef.c read them.
struct ModelDefinition {
    private(set) var phones: [String] = []
    /// The phones of noise and silence.
    private(set) var fillers: Set<String> = []
    /// Phones with and without context.
    private(set) var phoneCount = 0
    /// States a phone, 0 when that differs.
    private(set) var statesPerPhone = 0
    private(set) var senoneCount = 0
    private(set) var contextFreeSenoneCount = 0
    private(set) var transitionCount = 0
    /// For each senone the phone that it is a part of, in a context or without; of a binary file read whole.
    private(set) var senonePhones: [Int] = []

    /// Reads the file; without `whole` only its counts and names, which takes microseconds instead of milliseconds.
    init(path: String, whole: Bool = true) throws(ModelError) {
        let file = try MappedFile(path: path)
        do throws(ByteReader.Malformed) {
            var reader = ByteReader(file.bytes)
            switch file.bytes.prefix(4).map({ $0 }) {
            case Array("BMDF".utf8): try readBinary(&reader, whole)
            case Array("FDMB".utf8):
                reader.isSwapped = true
                try readBinary(&reader, whole)
            default: try readText(&reader)
            }
            guard phones.contains("SIL") else { throw .init(reason: "it has no phone 'SIL'") }
        } catch {
            throw .unusableModel(path: path, reason: error.reason, remedy: "install the acoustic model again")
        }
    }

    // MARK: - Binary

    private mutating func readBinary(_ reader: inout ByteReader, _ whole: Bool) throws(ByteReader.Malformed) {
        try reader.skip(4)
        let version = try reader.int32()
        guard version <= 1 else { throw .init(reason: "its format version \(version) is not known") }
        try reader.skip(reader.int32())
        let contextFree = try reader.count("the number of phones", atMost: 255)
        phoneCount = try reader.count("the number of triphones")
        statesPerPhone = try reader.int32()
        contextFreeSenoneCount = try reader.count("the number of context-free senones")
        senoneCount = try reader.count("the number of senones", atMost: 65_535)
        transitionCount = try reader.count("the number of transition matrices")
        let sequenceCount = try reader.count("the number of senone sequences")
        _ = try reader.int32()
        let treeCount = try reader.int32()
        _ = try reader.int32()
        guard (0...32).contains(statesPerPhone), treeCount >= 0, phoneCount >= contextFree,
            senoneCount >= contextFreeSenoneCount
        else { throw .init(reason: "its counts contradict each other") }
        let namesStart = reader.offset
        for _ in 0..<contextFree { phones.append(try reader.text(until: 0)) }
        // Padded to four bytes, counted from the names.
        try reader.skip((4 - (reader.offset - namesStart) % 4) % 4)
        guard whole else {
            try reader.skip(treeCount * 8)
            _ = try readPhones(&reader, contextFree, contextFree: contextFree)
            return
        }
        try readTree(&reader, count: treeCount)
        let entries = try readPhones(&reader, phoneCount, contextFree: contextFree)
        guard entries.allSatisfy({ $0.sequence < sequenceCount }) else {
            throw .init(reason: "a phone has no senones")
        }
        let sequences = try readSequences(&reader, count: sequenceCount)
        if statesPerPhone > 0 { try assignSenones(entries, sequences) }
        guard reader.rest == 0 else { throw .init(reason: "\(reader.rest) bytes too many are in the file") }
    }

    private func readTree(_ reader: inout ByteReader, count: Int) throws(ByteReader.Malformed) {
        for _ in 0..<count {
            let context = try reader.int16()
            let below = try reader.int16()
            let target = try reader.int32()
            // A leaf holds a phone, or -1 for none; a node the index of its first child.
            let isLeaf = below == 0
            guard context < max(phones.count, 4), below >= 0,
                isLeaf ? (-1..<phoneCount).contains(target) : target >= 0 && target + below <= count
            else {
                throw .init(reason: "its tree of triphones is broken")
            }
        }
    }

    private struct Entry {
        /// Of senones.
        var sequence: Int32
        /// The phone without its context.
        var phone: UInt8
    }

    /// The first `count` phones.
    private mutating func readPhones(
        _ reader: inout ByteReader, _ count: Int, contextFree: Int
    ) throws(ByteReader.Malformed) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for phone in 0..<count {
            let sequence = try reader.int32()
            let transition = try reader.int32()
            // Of a phone in context: its place in the word, itself, and its neighbours.
            let isFiller = try reader.byte() != 0
            let base = try reader.byte()
            try reader.skip(2)
            guard sequence >= 0, (0..<transitionCount).contains(transition) else {
                throw .init(reason: "phone \(phone) has no senones or transitions")
            }
            entries.append(
                Entry(sequence: Int32(sequence), phone: phone < contextFree ? UInt8(phone) : base))
            if phone < contextFree, isFiller { fillers.insert(phones[phone]) }
        }
        return entries
    }

    /// The first phone that has a senone counts, as in PocketSphinx.
    private mutating func assignSenones(
        _ entries: [Entry], _ sequences: [Int]
    ) throws(ByteReader.Malformed) {
        var found = [Int](repeating: -1, count: senoneCount)
        for entry in entries {
            guard entry.phone < phones.count else { throw .init(reason: "a triphone has no phone") }
            let start = Int(entry.sequence) * statesPerPhone
            for senone in sequences[start..<start + statesPerPhone] where found[senone] < 0 {
                found[senone] = Int(entry.phone)
            }
        }
        senonePhones = found
    }

    private func readSequences(
        _ reader: inout ByteReader, count: Int
    ) throws(ByteReader.Malformed) -> [Int] {
        let total = try reader.count("the length of the senone sequences")
        guard statesPerPhone == 0 || total == count * statesPerPhone else {
            throw .init(reason: "its senone sequences have a wrong length")
        }
        var senones: [Int] = []
        senones.reserveCapacity(total)
        for _ in 0..<total {
            let senone = try reader.int16()
            guard senone < senoneCount else { throw .init(reason: "it uses a senone that does not exist") }
            senones.append(senone)
        }
        if statesPerPhone == 0 { try reader.skip(count) }
        return senones
    }

    // MARK: - Text

    private mutating func readText(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        let lines = try reader.text(reader.rest).split(separator: "\n").map {
            $0.split(whereSeparator: \.isWhitespace).map(String.init)
        }.filter { !$0.isEmpty && !$0[0].hasPrefix("#") }
        guard lines.first == ["0.3"] else {
            throw .init(reason: "it is no model definition: neither binary nor of version 0.3")
        }
        var counts: [String: Int] = [:]
        for line in lines.dropFirst().prefix(while: { $0.count == 2 && Int($0[0]) != nil }) {
            counts[line[1]] = Int(line[0])
        }
        guard let base = counts["n_base"], let triphones = counts["n_tri"],
            let senones = counts["n_tied_state"],
            let contextFreeSenones = counts["n_tied_ci_state"], let transitions = counts["n_tied_tmat"],
            base > 0, senones >= contextFreeSenones, transitions > 0,
            counts.values.allSatisfy((0...ByteReader.mostCount).contains)
        else { throw .init(reason: "its counts are missing, or make no sense") }
        let entries = lines.dropFirst(1 + counts.count)
        guard entries.count == base + triphones else {
            throw .init(reason: "it has \(entries.count) phones where \(base + triphones) are announced")
        }
        for (index, entry) in entries.enumerated() {
            // base, left, right, position, attribute, transition matrix, senones, "N"
            guard entry.count >= 8, let transition = Int(entry[5]), (0..<transitions).contains(transition),
                entry[6..<(entry.count - 1)].allSatisfy({ Int($0).map { (0..<senones).contains($0) } == true }
                )
            else { throw .init(reason: "phone '\(entry[0])' has no senones or transitions") }
            if index < base {
                phones.append(entry[0])
                if entry[4] == "filler" { fillers.insert(entry[0]) }
                statesPerPhone = entry.count - 7
            }
        }
        phoneCount = base + triphones
        senoneCount = senones
        contextFreeSenoneCount = contextFreeSenones
        transitionCount = transitions
    }
}
