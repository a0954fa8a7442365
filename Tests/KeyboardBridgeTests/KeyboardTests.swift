import CEvdev
import Foundation
import Glibc
import Testing

@testable import KeyboardBridge

/// On a machine whose kernel makes keyboards: the virtual board's does.
@Suite(.enabled(if: access("/dev/uinput", W_OK) == 0, "the kernel's uinput is not here"), .serialized)
struct KeyboardTests {
    @Test(
        "What is typed comes out of the kernel as it went in, at the pace of a fast typist",
        arguments: ["us", "de"])
    func readBack(layout: String) throws {
        let keyboard = try Keyboard()
        let file = open(keyboard.path, O_RDONLY | O_NONBLOCK)
        try #require(file >= 0, "\(keyboard.path): \(String(cString: strerror(errno)))")
        defer { close(file) }
        let text = "The pump's at 25% (see p. 7): jo_anne@kiosk-07.example!"
        let typed = Typewriter(layout: try KeyboardLayout(layout)).write(text)
        let reader = Reader(layout)
        var event = input_event()
        let size = MemoryLayout<input_event>.size
        for key in typed.strokes.joined() {
            try keyboard.take(key)
            while read(file, &event, size) == size {
                guard event.type == EV_KEY else { continue }
                reader.take(KeyEvent(code: UInt32(event.code), isPressed: event.value == 1))
            }
        }
        #expect(reader.text == text)
        #expect(reader.held == [])
    }

    @Test("A program that ends takes its keyboard with it, and so what was held there")
    func unplugged() throws {
        let sysfs = "/sys/class/input"
        var keyboard: Keyboard? = try Keyboard(named: "Earshot held key")
        let name = try #require(keyboard?.path.split(separator: "/").last.map(String.init))
        try keyboard?.take(KeyEvent(code: UInt32(KEY_LEFTSHIFT), isPressed: true))
        #expect(FileManager.default.fileExists(atPath: "\(sysfs)/\(name)"))
        keyboard = nil
        #expect(!FileManager.default.fileExists(atPath: "\(sysfs)/\(name)"))
    }
}

/// On any machine.
@Suite struct MissingKeyboardTests {
    @Test(
        "Without the kernel's driver the message says how to load it",
        .enabled(if: access("/dev/uinput", F_OK) != 0, "this kernel makes keyboards"))
    func noDriver() {
        do {
            _ = try Keyboard()
            Issue.record("a keyboard of nothing")
        } catch {
            #expect(error.description.contains("sudo modprobe uinput"))
        }
    }

    @Test("A seat that this machine does not have has nobody before it")
    func noSeat() {
        guard case .nobody(let reason) = Seat("seat-of-nobody").occupant() else {
            Issue.record("somebody sits at a seat that there is not")
            return
        }
        #expect(!reason.isEmpty)
    }
}
