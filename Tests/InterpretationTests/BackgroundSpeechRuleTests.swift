import Testing

@testable import Interpretation

@Suite("The background of whoever gives a command")
struct BackgroundSpeechRuleTests {
    @Test("What is much quieter than a command is background for 5 s, and speech as loud is not")
    func level() {
        var talker = BackgroundSpeechRule()
        #expect(!talker.isBackground(from: .seconds(1), level: -90), "nobody gave a command yet")
        talker.commanded(until: .seconds(3), level: -30)
        #expect(talker.isBackground(from: .seconds(4), level: -42.1))
        #expect(!talker.isBackground(from: .seconds(4), level: -42))
        #expect(!talker.isBackground(from: .seconds(4), level: -20))
        #expect(!talker.isBackground(from: .seconds(8), level: -60), "somebody else may have come")
        talker.commanded(until: .seconds(9), level: -60)
        #expect(!talker.isBackground(from: .seconds(10), level: -60), "the newest command counts")
    }
}
