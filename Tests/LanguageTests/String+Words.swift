extension String {
    var words: [String] { split(separator: " ").map(String.init) }
}
