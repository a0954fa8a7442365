import CLinux
import Testing

@testable import Capture

@Suite("The end of a source")
struct LostSourceTests {
    /// A microphone that is pulled out at once, and says when it is closed.
    private struct ClosingSource: AudioSource, ~Copyable {
        let onClose: () -> Void

        deinit { onClose() }

        var format: AudioFormat { .recognition }
        var name: String { "script" }
        var isLive: Bool { true }
        var isClocked: Bool { false }
        var periodFrames: Int { 160 }

        mutating func start() -> SourceFault? { nil }
        mutating func read(into memory: UnsafeMutableRawBufferPointer) -> SourceYield {
            .fault(.disconnected)
        }

        var descriptorCount: Int { 0 }
        func describe(_ descriptors: UnsafeMutablePointer<pollfd>) {}
        mutating func examine(_ descriptors: UnsafeMutablePointer<pollfd>) -> SourceFault? { nil }
        func error(for fault: SourceFault) -> CaptureError { .disconnected(name: name) }
    }

    @Test("Readers know that a microphone is lost before it is closed, which takes seconds if it hangs")
    func toldBeforeClosing() throws {
        let core = try CaptureCore(bufferDuration: .seconds(1), logsEvents: false)
        let reader = try CaptureReader(core, channels: .mix)
        let session = CaptureSession(
            core: core, input: .device(DeviceOptions()), source: .unavailable(.disconnected(name: "script")))
        var told: [CaptureEvent] = []
        _ = session.capture(
            ClosingSource {
                while let item = reader.next() {
                    if case .event(let event) = item { told.append(event) }
                }
            })
        #expect(
            told == [
                .opened(device: "script", format: .recognition), .lost(.disconnected(name: "script")),
            ])
    }
}
