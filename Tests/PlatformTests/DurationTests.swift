import Platform
import Testing

@Suite struct DurationTests {
    @Test("A frame's time is exact at every usual rate")
    func frames() {
        #expect(Duration.frames(24_000, at: 16_000) == .milliseconds(1500))
        #expect(Duration.frames(44_100 * 86_400, at: 44_100) == .seconds(86_400))
        #expect(Duration.frames(1, at: 8_000) == .microseconds(125))
    }

    @Test("A span has its frames to the nearest, and a negative one none")
    func framesOfSpan() {
        #expect(Duration.milliseconds(1500).frames(at: 16_000) == 24_000)
        #expect(Duration.microseconds(31).frames(at: 16_000) == 0)
        #expect(Duration.microseconds(32).frames(at: 16_000) == 1)
        #expect(Duration.seconds(-1).frames(at: 16_000) == 0)
    }

    @Test("Seconds are the span as a fraction")
    func seconds() {
        #expect(Duration.milliseconds(2_250).seconds == 2.25)
    }
}
