import Glibc
import Testing

@testable import GPIO

@Suite struct ButtonTests {
    let pinout = Pinout.simulated()
    var chip: SimulatedChip { pinout.simulatedChip! }

    func makeButton(_ timing: Button.Timing = Button.Timing()) throws -> Button {
        try Button(try pinout.input("GPIO27", debounce: timing.debounce), timing, at: .zero)
    }

    @Test("A press and a release are told with the times they happened, however late they are read")
    func pressAndRelease() throws {
        let button = try makeButton()
        chip.press("GPIO27", at: .milliseconds(100))
        chip.release("GPIO27", at: .milliseconds(400))
        #expect(try button.advance(to: .milliseconds(99)).isEmpty)
        #expect(
            try button.advance(to: .seconds(1)) == [
                ButtonEvent(.pressed, at: .milliseconds(100)), ButtonEvent(.released, at: .milliseconds(400)),
            ])
    }

    @Test("A press that came while the line could not be read counts once it can, by the level")
    func unreadable() throws {
        let button = try makeButton()
        chip.press("GPIO27", at: .milliseconds(100))
        chip.failReads(of: "GPIO27", errno: EIO)
        #expect(throws: GPIOError.self) { try button.advance(to: .milliseconds(200)) }
        chip.failReads(of: "GPIO27", errno: nil)
        #expect(try button.advance(to: .milliseconds(300)).map(\.kind) == [.pressed])
        #expect(button.isPressed)
    }

    @Test("A press is told at once: debouncing does not delay it")
    func atOnce() throws {
        let button = try makeButton(Button.Timing(debounce: .milliseconds(50)))
        chip.press("GPIO27", at: .milliseconds(100))
        #expect(
            try button.advance(to: .milliseconds(100)) == [ButtonEvent(.pressed, at: .milliseconds(100))])
    }

    @Test("Bounces of a press and of a release are one press and one release")
    func bounces() throws {
        let button = try makeButton()
        for t in stride(from: 100, through: 108, by: 2) {
            chip.press("GPIO27", at: .milliseconds(t))
            chip.release("GPIO27", at: .milliseconds(t + 1))
        }
        chip.press("GPIO27", at: .milliseconds(110))
        for t in stride(from: 500, through: 508, by: 2) {
            chip.release("GPIO27", at: .milliseconds(t))
            chip.press("GPIO27", at: .milliseconds(t + 1))
        }
        chip.release("GPIO27", at: .milliseconds(510))
        var events: [ButtonEvent] = []
        for t in 0..<600 { events += try button.advance(to: .milliseconds(t)) }
        #expect(
            events == [
                ButtonEvent(.pressed, at: .milliseconds(100)), ButtonEvent(.released, at: .milliseconds(500)),
            ])
    }

    @Test("The same bounces, read once a second, are the same press and release")
    func bouncesReadLate() throws {
        let button = try makeButton()
        for t in [100, 102, 104] {
            chip.press("GPIO27", at: .milliseconds(t))
            chip.release("GPIO27", at: .milliseconds(t + 1))
        }
        chip.press("GPIO27", at: .milliseconds(106))
        chip.release("GPIO27", at: .milliseconds(500))
        #expect(
            try button.advance(to: .seconds(1)) == [
                ButtonEvent(.pressed, at: .milliseconds(100)), ButtonEvent(.released, at: .milliseconds(500)),
            ])
    }

    @Test("A press shorter than the debounce time is still a press")
    func shortest() throws {
        let button = try makeButton()
        chip.press("GPIO27", at: .milliseconds(100))
        chip.release("GPIO27", at: .milliseconds(101))
        var events = try button.advance(to: .milliseconds(102))
        #expect(button.nextDeadline == .milliseconds(106))
        events += try button.advance(to: .milliseconds(106))
        #expect(
            events == [
                ButtonEvent(.pressed, at: .milliseconds(100)), ButtonEvent(.released, at: .milliseconds(101)),
            ])
    }

    @Test("When bounces overrun the kernel's queue, the level decides")
    func lostEdges() throws {
        let button = try makeButton()
        // 25 edges, of which the kernel keeps 16; the last of all leaves the button pressed.
        for t in 0..<12 {
            chip.press("GPIO27", at: .milliseconds(100 + t))
            chip.release("GPIO27", at: .milliseconds(100 + t) + .microseconds(500))
        }
        chip.press("GPIO27", at: .milliseconds(112))
        #expect(try button.advance(to: .seconds(1)).map(\.kind) == [.pressed])
        #expect(button.isPressed)
        chip.release("GPIO27", at: .seconds(2))
        #expect(try button.advance(to: .seconds(2)).map(\.kind) == [.released])
    }

    @Test("After edges were lost the level counts, also where the chip debounces", arguments: [16, 17, 18])
    func lostDebouncedEdges(count: Int) throws {
        let chip = SimulatedChip(lines: ["GPIO27"], debounces: true)
        let button = try Button(
            try Pinout(chips: [chip]).input("GPIO27", debounce: .milliseconds(5)), at: .zero)
        // Of which the kernel keeps 16.
        for index in 0..<count {
            let time = Duration.milliseconds(100 + 10 * index)
            index % 2 == 0 ? chip.press("GPIO27", at: time) : chip.release("GPIO27", at: time)
        }
        let events = try button.advance(to: .seconds(1))
        #expect(button.isPressed == (count % 2 == 1))
        #expect(events.count == (count == 17 ? 17 : 16))
        if count == 17 { #expect(events.last == ButtonEvent(.pressed, at: .seconds(1))) }
    }

    @Test("A hold and a stuck button are told when they are due, in order, even if read late")
    func holdAndStuck() throws {
        let timing = Button.Timing(holdAfter: .seconds(1), stuckAfter: .seconds(10))
        let button = try makeButton(timing)
        chip.press("GPIO27", at: .milliseconds(500))
        _ = try button.advance(to: .milliseconds(500))
        #expect(button.nextDeadline == .milliseconds(505))
        _ = try button.advance(to: .milliseconds(505))
        #expect(button.nextDeadline == .milliseconds(1500))
        chip.release("GPIO27", at: .seconds(20))
        #expect(
            try button.advance(to: .seconds(30)) == [
                ButtonEvent(.held, at: .milliseconds(1500)), ButtonEvent(.stuck, at: .milliseconds(10_500)),
                ButtonEvent(.released, at: .seconds(20)),
            ])
        #expect(button.nextDeadline == nil)
    }

    @Test("A press that ends before the hold is due is never a hold, even if read late")
    func noHold() throws {
        let button = try makeButton(Button.Timing(holdAfter: .seconds(1)))
        chip.press("GPIO27", at: .milliseconds(500))
        chip.release("GPIO27", at: .milliseconds(1400))
        #expect(try button.advance(to: .seconds(30)).map(\.kind) == [.pressed, .released])
    }

    @Test("A button that is down at the start is not pressed until it is let go and pressed again")
    func downAtStart() throws {
        chip.press("GPIO27", at: .zero)
        let button = try makeButton(Button.Timing(holdAfter: .seconds(1), stuckAfter: .seconds(5)))
        #expect(button.isPressed)
        #expect(try button.advance(to: .seconds(3)).isEmpty)
        #expect(try button.advance(to: .seconds(5)) == [ButtonEvent(.stuck, at: .seconds(5))])
        chip.release("GPIO27", at: .seconds(6))
        chip.press("GPIO27", at: .seconds(7))
        #expect(try button.advance(to: .seconds(7)).map(\.kind) == [.released, .pressed])
    }

    @Test("Where the chip debounces, its edges are taken as they are, and a glitch never shows")
    func kernelDebounce() throws {
        let chip = SimulatedChip(lines: ["GPIO27"], debounces: true)
        let line = try Pinout(chips: [chip]).input("GPIO27", debounce: .milliseconds(5))
        #expect(line.isDebounced)
        let button = try Button(line, at: .zero)
        chip.press("GPIO27", at: .milliseconds(50))
        chip.release("GPIO27", at: .milliseconds(51))
        chip.press("GPIO27", at: .milliseconds(100))
        var events: [ButtonEvent] = []
        for t in 0..<105 { events += try button.advance(to: .milliseconds(t)) }
        #expect(events.isEmpty)
        #expect(try button.advance(to: .milliseconds(105)) == [ButtonEvent(.pressed, at: .milliseconds(100))])
    }

    @Test("A line without an interrupt is polled, and says when it wants to be looked at")
    func polled() throws {
        chip.removeInterrupt(of: "GPIO27")
        let button = try makeButton()
        #expect(button.fileDescriptor == nil)
        chip.press("GPIO27", at: .milliseconds(102))
        chip.release("GPIO27", at: .milliseconds(300))
        var events: [ButtonEvent] = []
        var now = Duration.zero
        while now < .seconds(1) {
            events += try button.advance(to: now)
            now = try #require(button.nextDeadline)
        }
        #expect(events.map(\.kind) == [.pressed, .released])
        for (event, time) in zip(events, [Duration.milliseconds(102), .milliseconds(300)]) {
            #expect(event.at >= time && event.at <= time + .milliseconds(10))
        }
    }

    @Test("A press makes the descriptor readable, and reading it clears it")
    func descriptor() throws {
        let button = try makeButton()
        let descriptor = try #require(button.fileDescriptor)
        #expect(!isReadable(descriptor))
        chip.press("GPIO27", at: .zero)
        #expect(isReadable(descriptor))
        #expect(try button.advance(to: .zero).map(\.kind) == [.pressed])
        #expect(!isReadable(descriptor))
    }
}
