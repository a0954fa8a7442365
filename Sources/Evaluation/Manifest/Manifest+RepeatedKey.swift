extension Manifest {
    /// A key that stands twice in an object of a line, which is JSON: a decoder takes one of the two without a word. Nil where none does.
    static func repeatedKey(in line: some StringProtocol) -> String? {
        // Of each object that is open, and of each list, which has none.
        var keys: [Set<String>] = []
        var rest = Array(line.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): keys.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = keys.popLast()
            case UInt8(ascii: "\""):
                let string = takeString(&rest)
                let isKey =
                    rest.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: ":")
                guard isKey, let object = keys.indices.last else { continue }
                if !keys[object].insert(string).inserted { return string }
            default: break
            }
        }
        return nil
    }

    /// The rest of a string, whose quote is taken, up to the quote that ends it.
    private static func takeString(_ rest: inout ArraySlice<UInt8>) -> String {
        var string: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            string.append(byte)
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { string.append(escaped) }
        }
        return String(decoding: string, as: UTF8.self)
    }
}
