import Platform
import Synchronization

/// Runs an appliance inside another program: on its own thread, with a stream of events and a handle to stop it.
///
/// It takes no signals and writes to no terminal. Any thread or task may use it.
///
/// ```swift
/// let appliance = try ApplianceRunner(configuration)
/// async let summary = appliance.run()
/// for await event in appliance.events {
///     guard case .command(let command) = event.kind else { continue }
///     print(event.time, command.name, command.slots)
///     if command.name == "good-night" { appliance.stop.raise() }
/// }
/// print(try await summary.commands, "commands")
/// ```
///
/// A program that wants every event on the spot, and has a thread for it, gives an ``Appliance`` an observer instead.
public final class ApplianceRunner: Sendable {
    /// What happens, in order, until the run has ended; its last event is ``ApplianceEvent/Kind/end(_:)``.
    ///
    /// For one loop. The appliance never waits for it: of a reader that falls behind, the oldest events that wait are
    /// dropped, and ``droppedEvents`` counts them. A reader that ends early, or never begins, ends nothing.
    public let events: AsyncStream<ApplianceEvent>
    /// Ends the run in order, from any thread: outputs become safe, lights go out, and ``run()`` returns.
    public let stop: StopSignal

    private let continuation: AsyncStream<ApplianceEvent>.Continuation
    private let make: @Sendable (_ observer: @escaping (ApplianceEvent) -> Void) throws -> Appliance
    private let dropped = Atomic<Int>(0)
    private let hasBegun = Atomic<Bool>(false)

    /// Prepares a run. Lines are taken, models loaded and the input opened when it begins.
    ///
    /// - Parameters:
    ///   - configuration: A checked one, from ``ApplianceConfiguration/load(_:)``.
    ///   - options: What stands in for the microphone and the board.
    ///   - waitingEvents: How many events may wait for the reader of ``events``, 1 at least. A minute of speech makes a
    ///     few hundred.
    /// - Throws: ``ApplianceError/unavailable(_:)`` when the process has no descriptors left.
    public convenience init(
        _ configuration: ApplianceConfiguration, options: Appliance.Options = Appliance.Options(),
        waitingEvents: Int = 1024
    ) throws(ApplianceError) {
        try self.init(waitingEvents: waitingEvents) { observer in
            try Appliance(configuration, options: options, observer: observer)
        }
    }

    /// As above, of an appliance that `make` makes, on the thread of the run.
    init(
        waitingEvents: Int,
        make: @escaping @Sendable (_ observer: @escaping (ApplianceEvent) -> Void) throws -> Appliance
    ) throws(ApplianceError) {
        stop = try StopSignal()
        (events, continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(max(1, waitingEvents)))
        self.make = make
    }

    deinit { continuation.finish() }

    /// How many events were dropped because too many waited for the reader of ``events``.
    public var droppedEvents: Int { dropped.load(ordering: .relaxed) }

    /// Listens and acts until the input ends, ``stop`` is raised or the task is cancelled; each ends it in order. Once only.
    ///
    /// No thread of Swift's own pool is held meanwhile.
    ///
    /// - Returns: What the run came to, also of a task that was cancelled.
    /// - Throws: ``ApplianceError/unavailable(_:)``: a pin is taken, a model is missing, a microphone cannot be heard;
    ///   ``ApplianceError/unreadable(_:)``: a recording cannot be read; ``ApplianceError/configuration(_:)`` when no model
    ///   speaks the configuration's language.
    public func run() async throws(ApplianceError) -> ApplianceEvent.Summary {
        precondition(
            !hasBegun.exchange(true, ordering: .relaxed), "an appliance runs once; make another runner")
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (done: CheckedContinuation<Result<ApplianceEvent.Summary, any Error>, Never>) in
                do {
                    try SystemThread(name: "earshot-run") {
                        done.resume(returning: Result { try self.work() })
                    }.detach()
                } catch {
                    done.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            stop.raise()
        }
        continuation.finish()
        do {
            return try result.get()
        } catch {
            throw error as? ApplianceError ?? .unavailable("\(error)")
        }
    }

    /// The whole run, on its thread.
    private func work() throws -> ApplianceEvent.Summary {
        let appliance = try make { [self] event in
            if case .dropped = continuation.yield(event) { dropped.add(1, ordering: .relaxed) }
        }
        return try appliance.run(until: stop)
    }
}
