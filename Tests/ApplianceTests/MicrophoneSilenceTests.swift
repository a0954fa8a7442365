import Testing

@testable import Appliance

@Suite struct MicrophoneSilenceTests {
    @Test("It counts as away once it has been silent for as long as it may, and that is news once")
    func limit() {
        var silence = MicrophoneSilence()
        silence.begin(at: .seconds(1))
        var news = silence.look(at: .seconds(5), limit: .seconds(5))
        #expect(news == nil)
        news = silence.look(at: .seconds(6), limit: .seconds(5))
        #expect(news == true && silence.isAway)
        news = silence.look(at: .seconds(7), limit: .seconds(5))
        #expect(news == nil && silence.isAway)
    }

    @Test("Where it may be silent for longer, or for ever, from now on, it counts as there again")
    func reload() {
        var silence = MicrophoneSilence()
        silence.begin(at: .zero)
        var news = silence.look(at: .seconds(5), limit: .seconds(5))
        #expect(news == true)
        news = silence.look(at: .seconds(6), limit: nil)
        #expect(news == false && !silence.isAway)
        news = silence.look(at: .seconds(7), limit: .seconds(5))
        #expect(news == true, "it is still silent")
    }

    @Test("While nobody listens, silence does not count")
    func pause() {
        var silence = MicrophoneSilence()
        silence.begin(at: .zero)
        silence.pause(at: .seconds(9))
        var news = silence.look(at: .seconds(13), limit: .seconds(5))
        #expect(news == nil)
        news = silence.look(at: .seconds(14), limit: .seconds(5))
        #expect(news == true)
    }
}
