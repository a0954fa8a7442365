extension Double {
    /// Three significant places at most, without needless zeros.
    package var shortText: String {
        let scale = abs(self) >= 100 ? 1.0 : abs(self) >= 10 ? 10 : abs(self) >= 1 ? 100 : 1000
        let value = (self * scale).rounded() / scale
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }
}
