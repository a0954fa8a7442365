import Platform
import Testing

/// Numbers as they are shown.
struct DoubleTests {
    @Test("Three places tell enough, and a whole number needs no point")
    func short() {
        let values = [0.12345, 1.2345, 12.345, 123.45, 1234.5, 80, -0.5]
        #expect(
            values.map(\.shortText) == ["0.123", "1.23", "12.3", "123", "1235", "80", "-0.5"])
        #expect(Double.infinity.shortText == "inf")
        #expect(1e20.withoutNeedlessZeros == "1e+20")
    }

    @Test("A measure is rounded to its places, and one without a value is 0")
    func rounded() {
        #expect(0.123456.rounded(toPlaces: 3) == 0.123)
        #expect((-12.36).rounded(toPlaces: 1) == -12.4)
        #expect(Double.nan.rounded(toPlaces: 3) == 0)
        #expect((-Double.infinity).rounded(toPlaces: 3) == 0)
    }
}
