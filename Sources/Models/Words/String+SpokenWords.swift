extension String {
    /// Its words as a phrase has them: in lower case.
    package var spokenWords: [String] {
        lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
