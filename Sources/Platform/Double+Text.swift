extension Double {
    /// As Swift writes it, but `80` for 80.0.
    package var withoutNeedlessZeros: String {
        self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
    }

    /// Three significant places at most, without needless zeros.
    package var shortText: String {
        let scale = abs(self) >= 100 ? 1.0 : abs(self) >= 10 ? 10 : abs(self) >= 1 ? 100 : 1000
        return ((self * scale).rounded() / scale).withoutNeedlessZeros
    }

    /// To so many places behind the point, for JSON, which has no infinity and no NaN: a measure without a value is 0.
    package func rounded(toPlaces places: Int) -> Double {
        guard isFinite else { return 0 }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
