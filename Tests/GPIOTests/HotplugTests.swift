import Glibc
import Platform
import TestSupport
import Testing

@testable import GPIO

/// Lines of a chip that is pulled out, and of the one that is plugged in afterwards.
@Suite struct HotplugTests {
    /// Where an adapter is plugged in.
    private final class Socket {
        var chip: SimulatedChip?

        init(_ chip: SimulatedChip) { self.chip = chip }

        func unplug() {
            chip?.unplug()
            chip = nil
        }

        func plugIn(_ lines: [String]) -> SimulatedChip {
            let other = SimulatedChip(lines: lines)
            chip = other
            return other
        }
    }

    private let first = SimulatedChip(lines: ["GPIO22", "GPIO27"])
    private let socket: Socket
    private let pinout: Pinout

    init() {
        let socket = Socket(first)
        self.socket = socket
        pinout = Pinout(chips: [first]) { () throws(GPIOError) in
            guard let chip = socket.chip else { throw .noChip }
            return Pinout(chips: [chip])
        }
    }

    @Test(
        "An output is taken again once its chip is back, and has the level that it is set to from the first moment"
    )
    func output() throws {
        let relay = try pinout.output("GPIO22", isActiveLow: true, consumer: "test")
        try relay.set(true, at: .seconds(1))
        socket.unplug()
        let gone = GPIOError.failed(relay.identity, .drive, errno: ENODEV)
        #expect(throws: gone) { try relay.set(false, at: .seconds(2)) }
        #expect(throws: gone) { try relay.set(false, at: .seconds(3)) }
        let second = socket.plugIn(["other", "GPIO22"])
        // Looked for once a second.
        #expect(throws: gone) { try relay.set(false, at: .milliseconds(3900)) }
        try relay.set(false, at: .seconds(4))
        #expect(second.history(of: "GPIO22") == [.init(at: .zero, isHigh: true, cause: .request)])
        #expect(second.holder(of: "GPIO22")?.consumer == "test")
        #expect(relay.identity.offset == 1)
        try relay.set(true, at: .seconds(5))
        #expect(!second.isHigh("GPIO22"))
        relay.release()
        #expect(second.holder(of: "GPIO22") == nil)
    }

    @Test(
        "What is not switched is found undriven by looking, and what another program has taken meanwhile is left to it"
    )
    func check() throws {
        let relay = Relay(try pinout.output("GPIO22"))
        try relay.check(at: .seconds(1))
        #expect(relay.isOn == false)
        socket.unplug()
        let gone = GPIOError.failed(relay.line.identity, .drive, errno: ENODEV)
        #expect(throws: gone) { try relay.check(at: .seconds(2)) }
        #expect(relay.isOn == nil)
        let second = socket.plugIn(["GPIO22"])
        second.setHolder(LineHolder(consumer: "gpioset"), of: "GPIO22")
        let taken = GPIOError.taken(relay.line.identity, by: LineHolder(consumer: "gpioset"))
        #expect(throws: taken) { try relay.set(false, at: .seconds(3)) }
        #expect(throws: taken) { try relay.set(false, at: .milliseconds(3500)) }
        second.setHolder(nil, of: "GPIO22")
        try relay.set(false, at: .seconds(4))
        try relay.check(at: .seconds(5))
        #expect(relay.isOn == false)
    }

    @Test("An output whose chip is back already when its loss is noticed is set all the same")
    func backAlready() throws {
        let lamp = LED(try pinout.output("GPIO22"))
        socket.unplug()
        let second = socket.plugIn(["GPIO22"])
        try lamp.show(.on, at: .seconds(1))
        #expect(second.isHigh("GPIO22"))
    }

    @Test("A light that shows the same all the time is found undriven by looking, and set again")
    func light() throws {
        let lamp = LED(try pinout.output("GPIO22"))
        try lamp.show(.on, at: .seconds(1))
        socket.unplug()
        let gone = GPIOError.failed(lamp.line.identity, .drive, errno: ENODEV)
        #expect(throws: gone) { try lamp.check(at: .seconds(2)) }
        #expect(lamp.isOn == nil)
        #expect(throws: gone) { try lamp.advance(to: .seconds(2)) }
        let second = socket.plugIn(["GPIO22"])
        #expect(try lamp.advance(to: .seconds(3)).map(\.isOn) == [true])
        #expect(second.isHigh("GPIO22"))
    }

    @Test("Lines that are missing together have the chips looked for once a second, not once each")
    func lookLimit() throws {
        let clock = DrivenClock()
        var looks = 0
        let socket = socket
        let pinout = Pinout(chips: [], clock: clock) { () throws(GPIOError) in
            looks += 1
            guard let chip = socket.chip else { throw .noChip }
            return Pinout(chips: [chip])
        }
        socket.unplug()
        for _ in 0..<16 { #expect(throws: GPIOError.self) { try pinout.output("GPIO22") } }
        #expect(looks == 1)
        let second = socket.plugIn(["GPIO22", "GPIO27"])
        clock.advance(by: .seconds(1))
        _ = try pinout.output("GPIO22")
        _ = try pinout.output("GPIO27")
        #expect(looks == 2 && second.lineCount == 2)
    }

    @Test("A button is read again once its chip is back, and counts by its contact as it is then")
    func button() throws {
        let button = try Button(try pinout.input("GPIO27"), at: .zero)
        #expect(button.fileDescriptor != nil)
        socket.unplug()
        #expect(throws: GPIOError.failed(button.line.identity, .read, errno: ENODEV)) {
            try button.advance(to: .seconds(1))
        }
        #expect(button.fileDescriptor == nil, "a dead descriptor is always ready")
        #expect(button.nextDeadline == .seconds(2))
        let second = socket.plugIn(["GPIO27"])
        second.press("GPIO27", at: .milliseconds(1500))
        #expect(throws: GPIOError.self) { try button.advance(to: .milliseconds(1900)) }
        #expect(try button.advance(to: .seconds(2)).map(\.kind) == [.pressed])
        #expect(button.fileDescriptor != nil)
        second.release("GPIO27", at: .seconds(3))
        #expect(try button.advance(to: .seconds(3)).map(\.kind) == [.released])
    }

    @Test("A line that is asked for after its chip was plugged in again is found on the new one")
    func later() throws {
        socket.unplug()
        #expect(throws: GPIOError.noChip) { try pinout.output("GPIO22") }
        let second = socket.plugIn(["GPIO22"])
        _ = try pinout.output("GPIO22").identity
        #expect(second.history(of: "GPIO22").count == 1)
    }

    @Test("A failure that has another reason takes nothing again")
    func otherFailure() throws {
        let relay = try pinout.output("GPIO22")
        first.failWrites(to: "GPIO22", errno: EIO)
        for second in 1...3 {
            #expect(throws: GPIOError.failed(relay.identity, .drive, errno: EIO)) {
                try relay.set(true, at: .seconds(second))
            }
        }
        try relay.check(at: .seconds(4))
        first.failWrites(to: "GPIO22", errno: nil)
        try relay.set(true, at: .seconds(5))
        #expect(first.history(of: "GPIO22").map(\.cause) == [.request, .drive])
    }
}
