import Foundation
import GPIO
import Synchronization
import TestSupport
import Testing

@testable import Appliance

private let names = ["lamp", "pump", "fan", "red"]

private func makeChip() -> SimulatedChip {
    let chip = SimulatedChip(lines: names, onRelease: .becomesInput)
    // Wired the unsafe way round: a line that nobody drives is on.
    for name in names { chip.setPull(up: true, of: name) }
    return chip
}

private func makeSafe(_ chip: SimulatedChip) -> SafeOutputs {
    var outputs = names.prefix(3).map { OutputOptions(name: $0, line: .named($0)) }
    outputs[2].isOnAtExit = true
    return SafeOutputs(
        outputs, lights: [.recording: LightOptions(line: "red")], on: Pinout(chips: [chip]))
}

@Suite struct SafeOutputsTests {
    @Test("Every line is driven to its safe level and held, whatever another program does with one of them")
    func holds() throws {
        let chip = makeChip()
        chip.setHolder(LineHolder(consumer: "gpioset"), of: "pump")
        let safe = makeSafe(chip)
        let results = safe.acquire()
        #expect(!safe.isComplete)
        #expect(results.map(\.output) == ["lamp", "pump", "fan", "light 'recording'"])
        #expect(results.map(\.isOn) == [false, false, true, false])
        #expect(results.map { $0.error == nil } == [true, false, true, true])
        #expect(results[1].description.contains("is held by 'gpioset'"))
        #expect(["lamp", "fan", "red"].map(chip.isHigh) == [false, true, false])
        #expect(chip.holder(of: "lamp")?.consumer == SafeOutputs.consumer)
        #expect(safe.acquire().map { $0.error == nil } == [false])
        chip.setHolder(nil, of: "pump")
        #expect(safe.acquire().map(\.output) == ["pump"])
        #expect(safe.isComplete)
        safe.release()
        #expect(names.allSatisfy(chip.isHigh))
        #expect(chip.holder(of: "lamp") == nil)
    }

    @Test("A chip that was unplugged and is plugged in again is another one, whose line is taken")
    func pluggedInAgain() throws {
        let back = SimulatedChip(lines: ["lamp"], onRelease: .becomesInput)
        let isBack = Atomic(false)
        let pinout = Pinout(chips: []) { Pinout(chips: isBack.load(ordering: .relaxed) ? [back] : []) }
        let safe = SafeOutputs([OutputOptions(name: "lamp", line: "lamp")], on: pinout)
        #expect(safe.acquire().map { $0.error == nil } == [false])
        #expect(safe.acquire().map { $0.error == nil } == [false])
        isBack.store(true, ordering: .relaxed)
        #expect(safe.acquire().map { $0.error == nil } == [true])
        #expect(safe.isComplete && back.holder(of: "lamp")?.consumer == SafeOutputs.consumer)
    }

    @Test("A line that is lost with its chip is taken again when that is back, and told of once each time")
    func lost() throws {
        var chip = SimulatedChip(lines: ["lamp"], onRelease: .becomesInput)
        let server = try SafeOutputServer(isShared: false, at: .zero) { () throws(ApplianceError) in
            SafeOutputs(
                [OutputOptions(name: "lamp", line: "lamp")],
                on: Pinout(chips: [chip]) { Pinout(chips: [chip]) })
        }
        #expect(server.advance(to: .zero).map(\.description) == ["lamp is driven off"])
        #expect(server.nextDeadline == .seconds(5))
        #expect(server.advance(to: .seconds(5)).isEmpty)
        chip.unplug()
        let news = server.advance(to: .seconds(10)).map(\.description)
        #expect(news.count == 1 && news[0].hasPrefix("lamp is not safe: "), "\(news)")
        #expect(!server.isComplete)
        #expect(server.advance(to: .seconds(11)).isEmpty)
        chip = SimulatedChip(lines: ["lamp"], onRelease: .becomesInput)
        #expect(server.advance(to: .seconds(12)).map(\.description) == ["lamp is driven off"])
        #expect(server.isComplete && chip.holder(of: "lamp")?.consumer == SafeOutputs.consumer)
    }

    @Test("An active-low output and light are driven to the voltage that means off")
    func activeLow() {
        // Wired the unsafe way round for these: a line that nobody drives is low, and on.
        let chip = SimulatedChip(lines: names, onRelease: .becomesInput)
        var lamp = OutputOptions(name: "lamp", line: "lamp")
        lamp.isActiveLow = true
        var fan = OutputOptions(name: "fan", line: "fan")
        fan.isActiveLow = true
        fan.isOnAtExit = true
        let safe = SafeOutputs(
            [lamp, fan], lights: [.recording: LightOptions(line: "red", isActiveLow: true)],
            on: Pinout(chips: [chip]))
        #expect(safe.acquire().map(\.isOn) == [false, true, false])
        #expect(["lamp", "fan", "red"].map(chip.isHigh) == [true, false, true])
    }
}

@Suite struct SafeOutputServerTests {
    private let chip = makeChip()
    private let temporary = TemporaryFolder()
    /// In a folder that the server has to make.
    private var socket: String { temporary.path("run/outputs") }

    private func makeServer() throws -> SafeOutputServer {
        let chip = chip
        return try SafeOutputServer(socket: socket, at: .zero) { () throws(ApplianceError) in makeSafe(chip) }
    }

    /// Asks for the lines as an appliance does, on a thread that may wait, while the server goes on.
    private func borrow(from server: SafeOutputServer, at path: String? = nil) throws -> Loan {
        let (chip, socket) = (chip, path ?? socket)
        let (answer, isDone) = (Answer(), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            let lock = OutputLock.acquire(from: socket, patience: .seconds(60))
            let isFree = names.allSatisfy { chip.holder(of: $0) == nil }
            answer.value.withLock { $0 = (lock, isFree) }
            isDone.signal()
        }
        var told: [SafeOutputServer.Event] = []
        for _ in 0..<100 where !told.contains(.lent) { told += events(of: server, at: .zero) }
        try #require(told.contains(.lent), "nothing but \(told) in a hundred rounds")
        isDone.wait()
        let (lock, isFree) = answer.value.withLock { answer in
            defer { answer = (nil, false) }
            return answer
        }
        return Loan(lock: try #require(lock), foundFree: isFree, told: told)
    }

    private struct Loan {
        /// The lines are lent as long as it lives.
        let lock: OutputLock
        /// Whether nobody held a line when the answer had come.
        let foundFree: Bool
        /// What the server told meanwhile.
        let told: [SafeOutputServer.Event]
    }

    private final class Answer: Sendable {
        let value = Mutex<(OutputLock?, Bool)>((nil, false))
    }

    /// What happens once the kernel has told of the end of the connection.
    private func events(of server: SafeOutputServer, at now: Duration) -> [SafeOutputServer.Event] {
        var waiting = server.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&waiting, nfds_t(waiting.count), 60_000)
        return server.advance(to: now)
    }

    /// A confirmation may be told before the end of its connection.
    private func waitUntilReturned(to server: SafeOutputServer) {
        for _ in 0..<10 where events(of: server, at: .zero).contains(.returned) { return }
    }

    @Test("Lines are lent to who asks, and driven safe again when that ends, without a word")
    func lends() throws {
        let server = try makeServer()
        #expect(server.advance(to: .zero).count == 4)
        #expect(names.map(chip.isHigh) == [false, false, true, false])

        var loan: Loan? = try borrow(from: server)
        #expect(loan?.told == [.lent])
        #expect(names.allSatisfy { chip.holder(of: $0) == nil })
        #expect(server.nextDeadline == nil)
        #expect(server.advance(to: .seconds(9)).isEmpty)

        loan = nil
        let news = events(of: server, at: .seconds(9))
        #expect(news.count == 5 && news.contains(.returned))
        #expect(names.map(chip.isHigh) == [false, false, true, false])
        #expect(chip.holder(of: "pump")?.consumer == SafeOutputs.consumer)
        _ = loan
    }

    @Test("The lines are free when the answer arrives, also when the configuration is unreadable")
    func freesFirst() throws {
        let chip = chip
        var openings = 0
        let server = try SafeOutputServer(socket: socket, at: .zero) { () throws(ApplianceError) in
            openings += 1
            // Read when the lines are lent already: an appliance does not wait for a slow card.
            #expect(names.allSatisfy { chip.holder(of: $0) == nil })
            if openings == 3 { throw .unreadable("no such file") }
            return makeSafe(chip)
        }
        for expected in [1, 2] {
            var loan: Loan? = try borrow(from: server)
            #expect(loan?.foundFree == true)
            #expect(loan?.told.filter { if case .warning = $0 { true } else { false } }.count == expected - 1)
            loan = nil
            _ = events(of: server, at: .zero)
            #expect(names.map(chip.isHigh) == [false, false, true, false])
            _ = loan
        }
        #expect(openings == 3)
    }

    /// What comes of a reload that asks for other lines.
    enum Reload: CaseIterable {
        case taken, refused, killedBefore
    }

    @Test(
        "Whatever comes of a reload, the outputs of the configuration by which the appliance ran come back",
        arguments: Reload.allCases, [true, false])
    func reloads(_ reload: Reload, isServerNew: Bool) throws {
        let chip = makeChip()
        var names = ["lamp", "pump"]
        func makeServer(_ socket: String) throws -> SafeOutputServer {
            try SafeOutputServer(socket: socket, at: .zero) { () throws(ApplianceError) in
                SafeOutputs(
                    names.map { OutputOptions(name: $0, line: .named($0)) }, on: Pinout(chips: [chip]))
            }
        }
        var server = try makeServer(socket)
        var running: Loan? = try borrow(from: server)
        running?.lock.confirm()
        // As after a kill of its own: it knows of no connection but those to come.
        if isServerNew { server = try makeServer(temporary.path("run/others")) }
        names = ["lamp", "fan"]
        var reloaded: Loan? = try borrow(
            from: server, at: isServerNew ? temporary.path("run/others") : socket)
        switch reload {
        case .taken:
            reloaded?.lock.confirm()
            running = nil
            _ = events(of: server, at: .zero)
        case .refused:
            reloaded = nil
            _ = events(of: server, at: .zero)
        case .killedBefore: break
        }
        (running, reloaded) = (nil, nil)
        if chip.holder(of: "lamp") == nil { waitUntilReturned(to: server) }
        #expect((chip.holder(of: "fan") != nil) == (reload == .taken))
        #expect((chip.holder(of: "pump") != nil) == (reload != .taken))
        #expect(chip.holder(of: "lamp") != nil)
        _ = (running, reloaded)
    }

    @Test("Lines come back when the last of two has gone")
    func two() throws {
        let server = try makeServer()
        _ = server.advance(to: .zero)
        var (first, second): (Loan?, Loan?) = (try borrow(from: server), try borrow(from: server))
        first = nil
        #expect(events(of: server, at: .zero).isEmpty)
        #expect(names.allSatisfy { chip.holder(of: $0) == nil })
        second = nil
        #expect(events(of: server, at: .zero).contains(.returned))
        #expect(names.allSatisfy { chip.holder(of: $0) != nil })
        _ = (first, second)
    }

    @Test("The socket is open to its user only, as whoever has the lines may drive them")
    func permissions() throws {
        let server = try makeServer()
        var status = stat()
        #expect(stat(socket, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        _ = server
    }

    @Test("A line that another holds is tried again, after twice the time each time, and named once")
    func triesAgain() throws {
        chip.setHolder(LineHolder(consumer: "earshot"), of: "pump")
        let server = try makeServer()
        #expect(server.advance(to: .zero).count == 4)
        var moments: [Duration] = []
        while let next = server.nextDeadline, moments.count < 12 {
            moments.append(next)
            #expect(server.advance(to: next).isEmpty)
        }
        #expect(moments.prefix(3) == [.milliseconds(1), .milliseconds(3), .milliseconds(7)])
        #expect(moments[11] - moments[10] == .seconds(1))
        #expect(!server.isComplete)

        chip.setHolder(nil, of: "pump")
        let news = server.advance(to: try #require(server.nextDeadline))
        #expect(news.map(\.description) == ["pump is driven off"])
        #expect(server.isComplete && server.nextDeadline == nil)
    }

    @Test("The configuration is read anew when the lines are lent; one with mistakes leaves the one before")
    func readsAnew() throws {
        let chip = chip
        nonisolated(unsafe) var texts = ["a", "b", "wrong"][...]
        let server = try SafeOutputServer(socket: socket, at: .zero) { () throws(ApplianceError) in
            guard let text = texts.popFirst(), text != "wrong" else { throw .unreadable("no such file") }
            let line = text == "a" ? "lamp" : "pump"
            return SafeOutputs(
                [OutputOptions(name: line, line: .named(line))], on: Pinout(chips: [chip]))
        }
        #expect(chip.isHigh("lamp") == false && chip.isHigh("pump"))
        var loan: Loan? = try borrow(from: server)
        loan?.lock.confirm()
        loan = nil
        waitUntilReturned(to: server)
        #expect(chip.isHigh("lamp") && chip.isHigh("pump") == false)

        loan = try borrow(from: server)
        loan?.lock.confirm()
        #expect(loan?.told.last?.description.hasSuffix("the outputs of before are kept") == true)
        loan = nil
        waitUntilReturned(to: server)
        #expect(chip.isHigh("lamp") && chip.isHigh("pump") == false)
        _ = loan
    }

    @Test("Nobody keeps lines that somebody keeps already, and where nobody does an appliance goes ahead")
    func alone() throws {
        #expect(OutputLock.acquire(from: socket) == nil)
        do {
            let server = try makeServer()
            #expect(throws: ApplianceError.self) { try makeServer() }
            #expect(server.isComplete)
        }
        // The socket of one that has gone is no obstacle.
        #expect(OutputLock.acquire(from: socket) == nil)
        #expect(names.allSatisfy { chip.holder(of: $0) == nil })
        _ = try makeServer()
    }

    @Test("Without a folder for its socket a server keeps the lines all the same, and says what it cannot do")
    func noSocket() throws {
        let chip = chip
        let server = try SafeOutputServer(socket: "/proc/no/such/outputs", at: .zero) {
            () throws(ApplianceError) in makeSafe(chip)
        }
        #expect(names.map(chip.isHigh) == [false, false, true, false])
        let news = server.advance(to: .zero).map(\.description)
        #expect(news.contains { $0.hasPrefix("no appliance can ask for the lines at /proc/no/such/outputs") })
    }

    @Test("Lines that nobody else can have are kept without a socket, and are in no other server's way")
    func notShared() throws {
        let other = try makeServer()
        let board = makeChip()
        _ = try SafeOutputServer(socket: socket, isShared: false, at: .zero) { () throws(ApplianceError) in
            makeSafe(board)
        }
        #expect(other.isComplete)
        #expect(access(socket, F_OK) == 0, "the other's is there when that has gone")
        let alone = try SafeOutputServer(socket: "/proc/no/such/outputs", isShared: false, at: .zero) {
            () throws(ApplianceError) in makeSafe(board)
        }
        #expect(alone.isComplete)
        #expect(alone.descriptors.isEmpty)
        #expect(!alone.advance(to: .zero).contains { $0.description.contains("no appliance") })
    }

    @Test("Why nobody can ask for the lines is told, and not what else went wrong meanwhile")
    func reason() throws {
        let server = try SafeOutputServer(socket: "/proc/no/such/outputs", at: .zero) {
            () throws(ApplianceError) in
            SafeOutputs(
                [OutputOptions(name: "pump", line: .named("GPIO5"))], on: Pinout(chips: [BusyChip()]))
        }
        let news = server.advance(to: .zero).map(\.description)
        #expect(news.contains { $0.contains("lines at /proc/no/such/outputs (No such file or directory)") })
    }
}

/// A chip whose line can never be had, as the kernel says: by errno.
private final class BusyChip: Chip {
    let label = "busy"
    let device = "/dev/gpiochip0"
    let lineCount = 1
    let debouncesInputs = false

    func info(at offset: Int) -> LineInfo { LineInfo(name: "GPIO5") }
    func holder(at offset: Int) -> LineHolder? { nil }

    func requestOutput(_ line: LineIdentity, _ request: OutputRequest) throws(GPIOError) -> any OutputLine {
        errno = EBUSY
        throw .failed(line, .request, errno: EBUSY)
    }

    func requestInput(_ line: LineIdentity, _ request: InputRequest) throws(GPIOError) -> any InputLine {
        errno = EBUSY
        throw .failed(line, .request, errno: EBUSY)
    }
}
