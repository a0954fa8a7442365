extension String {
    /// A path as an argument: one that begins with a dash is no option.
    package var asArgument: String { hasPrefix("-") ? "./" + self : self }

    /// A path as a word of a command to copy into a shell, which reads it as it is.
    ///
    /// ```swift
    /// print("earshot check \(path.asShellWord)")      // earshot check 'my kiosk.yaml'
    /// ```
    package var asShellWord: String {
        let word = asArgument
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789-_./+,:@%".unicodeScalars.contains(scalar))
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
