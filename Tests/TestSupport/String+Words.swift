extension String {
    public var words: [String] { split(separator: " ").map(String.init) }
}
