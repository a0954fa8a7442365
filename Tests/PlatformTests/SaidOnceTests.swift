import Platform
import Testing

@Suite struct SaidOnceTests {
    @Test("A message is news once, and again after everything was forgotten")
    func once() {
        let said = SaidOnce()
        let answers = ["no words", "no words", "no pack", "no words"].map { said.isNews($0) }
        #expect(answers == [true, false, true, false])
        said.forget()
        let isNews = said.isNews("no words")
        #expect(isNews)
    }
}
