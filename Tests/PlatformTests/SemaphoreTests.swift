import Platform
import Testing

@Suite struct SemaphoreTests {
    @Test("A wait with a limit takes a signal that is there, and ends without one when its time is up")
    func limit() {
        let semaphore = Semaphore()
        #expect(!semaphore.wait(within: .milliseconds(1)))
        semaphore.signal()
        #expect(semaphore.wait(within: .seconds(60)))
        #expect(!semaphore.wait(within: .zero))
        #expect(!semaphore.wait(within: .seconds(-1)))
    }
}
