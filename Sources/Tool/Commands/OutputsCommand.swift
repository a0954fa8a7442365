import Appliance
import Console
import Platform
import Service

/// `earshot outputs --safe`: what holds the outputs while no appliance does.
enum OutputsCommand: OrderlyCommand {
    static let name = "outputs"
    static let summary = "drive every output to its safe level, and hold it there"
    static let help = """
        earshot outputs --safe [--hold] --config FILE [--board simulated]

          --safe              drive every configured output to the level it has at exit ('at_exit', off if not given),
                              and every light dark
          --hold              stay, and keep the lines driven until told to end. 'earshot run' is given the lines when it
                              asks, through /run/earshot/outputs; when it ends, however it ends, they are driven safe
                              again. A line that somebody else holds is tried again.
          --config FILE       whose outputs
          --board simulated   pins that exist in memory only, and that no other program asks for

        A line that nobody holds is not safe: what it does then is up to the chip ('earshot pins' says what), so fit
        a resistor that pulls towards the safe level.
        Status: 0 every output is safe, 1 some are not, 69 there are no pins here, 78 the configuration has mistakes.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--safe", "--hold"], options: ["--config", "--board"])
        guard arguments.has("--safe") else {
            throw UsageError("say --safe: nothing else can be done with outputs here")
        }
        let path = try arguments.configuration(besides: 0)
        try arguments.expectNoMore()
        let board = try arguments.board()
        let waiting = Waiting(stop)
        let open = { () throws(ApplianceError) in
            try SafeOutputs(ApplianceConfiguration.load(path), board: board)
        }
        return try arguments.has("--hold") ? hold(open, isShared: board == .system, waiting) : drive(open)
    }

    private static func drive(_ open: () throws(ApplianceError) -> SafeOutputs) throws -> ExitStatus {
        let safe = try open()
        for result in safe.acquire() { report(.line(result)) }
        return safe.isComplete ? .success : .failure
    }

    private static func hold(
        _ open: @escaping () throws(ApplianceError) -> SafeOutputs, isShared: Bool, _ waiting: Waiting
    ) throws -> ExitStatus {
        let server = try SafeOutputServer(isShared: isShared, at: waiting.now, open)
        var heartbeat = Heartbeat()
        heartbeat.begin(at: waiting.now)
        while true {
            for event in server.advance(to: waiting.now) { report(event) }
            heartbeat.beat(at: waiting.now)
            guard !waiting.stop.isRaised else { break }
            waiting.until([server.nextDeadline, heartbeat.nextDeadline].earliest, or: server.descriptors)
        }
        return server.isComplete ? .success : .failure
    }

    private static func report(_ event: SafeOutputServer.Event) {
        switch event {
        // `enqueue` does not wait for a stalled reader, which must not delay a line.
        case .line(let result) where result.error != nil: Log.warning("\(event)", from: "outputs")
        case .warning: Log.warning("\(event)", from: "outputs")
        case .line, .lent, .returned: Terminal.enqueue("\(event)")
        }
    }
}
