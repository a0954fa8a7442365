import Capture
import Grammar
import ListeningSupport
import Platform
import Synchronization
import Testing

@testable import Speech

/// Decoders that are ordered, made, withdrawn and handed on.
@Suite struct DecoderPoolTests {
    /// A pool whose decoders are made when the test says so, and who got what of it.
    private final class Bench: Sendable {
        let pool: DecoderPool
        private let gate = Semaphore()
        private let making = Making()
        private let deliveries = AsyncStream<(name: String, loan: DecoderPool.Loan)>.makeStream()
        private let starts = AsyncStream<String>.makeStream()
        /// As a task holds its session.
        let sessions = Mutex<[RecognitionSession]>([])

        init(width: Int) {
            // The closure is made before `self` is whole.
            let (gate, making, started) = (gate, making, starts.continuation)
            pool = DecoderPool(width: width) { plan throws(RecognitionError) in
                making.begin()
                started.yield(Bench.name(of: plan))
                gate.wait()
                defer { making.end() }
                return try plan.makeDecoder()
            }
        }

        /// How many are being made at once, at most.
        var mostAtOnce: Int { making.most }
        /// How many were begun.
        var count: Int { making.count }

        func letMake(_ count: Int) { for _ in 0..<count { gate.signal() } }

        /// Orders a decoder that hears `word`.
        func order(_ word: String, as name: String? = nil) -> DecoderOrder {
            pool.order(microphone: nil) { () throws(RecognitionError) in
                try Self.plan(word)
            } receive: { result in
                guard case .success(let loan) = result else { return }
                self.deliveries.continuation.yield((name ?? word, loan))
            }
        }

        func nextDelivery() async -> (name: String, loan: DecoderPool.Loan)? {
            for await item in deliveries.stream { return item }
            return nil
        }

        /// Returns when the next decoder is begun: what it hears.
        func nextStart() async -> String? {
            for await start in starts.stream { return start }
            return nil
        }

        static func plan(_ word: String) throws(RecognitionError) -> DecoderPlan {
            var settings = SpeechRecognitionRequest.Settings()
            settings.grammar = try? Grammar(commands: [word: word])
            return try DecoderPlan(settings, hint: .unspecified, pack: Fixture.pack)
        }

        private static func name(of plan: DecoderPlan) -> String {
            guard case .grammar(_, let dictionary) = plan.search else { return "" }
            return String(dictionary.prefix { $0 != " " })
        }
    }

    private final class Making: Sendable {
        private let state = Mutex((now: 0, most: 0, count: 0))

        func begin() {
            state.withLock {
                $0.now += 1
                $0.count += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func end() { state.withLock { $0.now -= 1 } }

        var most: Int { state.withLock { $0.most } }
        var count: Int { state.withLock { $0.count } }
    }

    @Test("No more decoders are made at once than the pool is wide, and all that are wanted are made")
    func width() async {
        let bench = Bench(width: 2)
        let words = ["one", "two", "three", "four", "five"]
        for word in words { _ = bench.order(word) }
        bench.letMake(words.count)
        var delivered: Set<String> = []
        for _ in words { delivered.insert(await bench.nextDelivery()!.name) }
        #expect(delivered == Set(words))
        #expect(bench.mostAtOnce <= 2)
    }

    @Test("For orders that are withdrawn before their turn, nothing is made")
    func withdrawn() async {
        let bench = Bench(width: 1)
        _ = bench.order("one")
        #expect(await bench.nextStart() == "one")
        let others = ["two", "three", "four", "five"].map { bench.order($0) }
        for other in others { bench.pool.withdraw(other) }
        _ = bench.order("six")
        bench.letMake(2)
        #expect(await bench.nextDelivery()?.name == "one")
        #expect(await bench.nextDelivery()?.name == "six")
        #expect(bench.count == 2)
    }

    @Test("A decoder whose order is withdrawn while it is made goes to the next order like it")
    func handedOn() async {
        let bench = Bench(width: 2)
        for _ in 0..<20 {
            let order = bench.order("one")
            if bench.count == 0 { #expect(await bench.nextStart() == "one") }
            bench.pool.withdraw(order)
        }
        _ = bench.order("one", as: "last")
        bench.letMake(20)
        #expect(await bench.nextDelivery()?.name == "last")
        #expect(bench.count == 1)
    }

    @Test("A decoder that nobody wants when it is made is kept for later")
    func kept() async {
        let bench = Bench(width: 1)
        let order = bench.order("one")
        #expect(await bench.nextStart() == "one")
        bench.pool.withdraw(order)
        _ = bench.order("two")
        bench.letMake(2)
        // One is done when another is begun.
        #expect(await bench.nextStart() == "two")
        _ = bench.order("one", as: "later")
        let names = [await bench.nextDelivery()?.name, await bench.nextDelivery()?.name]
        #expect(Set(names) == ["two", "later"])
        #expect(bench.count == 2)
    }

    @Test("A decoder that is given back goes to who waits for one like it")
    func givenBack() async throws {
        let bench = Bench(width: 1)
        _ = bench.order("one")
        bench.letMake(1)
        let first = try #require(await bench.nextDelivery())
        #expect(await bench.nextStart() == "one")
        _ = bench.order("two")
        #expect(await bench.nextStart() == "two")
        _ = bench.order("one", as: "second")
        bench.pool.giveBack(first.loan, learnedFrom: nil)
        let second = try #require(await bench.nextDelivery())
        #expect(second.name == "second" && second.loan === first.loan)
        bench.letMake(1)
        #expect(await bench.nextDelivery()?.name == "two")
    }

    // MARK: - Tasks that wait for one

    /// A session of a grammar, and what it reports.
    private func session(
        _ bench: Bench, _ request: SpeechAudioBufferRecognitionRequest
    ) -> (RecognitionSession, AsyncStream<RecognitionSession.Event>) {
        let events = AsyncStream<RecognitionSession.Event>.makeStream()
        request.grammar = Fixture.movement
        let session = RecognitionSession(
            .buffers(request.audio), settings: request.current, hint: .unspecified, pack: Fixture.pack,
            pool: bench.pool
        ) { event in
            events.continuation.yield(event)
            if case .ended = event { events.continuation.finish() }
        }
        bench.sessions.withLock { $0.append(session) }
        session.start()
        return (session, events.stream)
    }

    /// What was said, and what went wrong.
    private func outcome(
        _ events: AsyncStream<RecognitionSession.Event>
    ) async -> (text: String, error: RecognitionError?) {
        var words: [String] = []
        for await event in events {
            switch event {
            case .utterance(let utterance, _): words += utterance.words.map(\.text)
            case .ended(let error): return (words.joined(separator: " "), error)
            default: break
            }
        }
        Issue.record("it has not ended")
        return ("", nil)
    }

    @Test(
        "A task that is cancelled while its decoder is made is over at once, and the decoder serves the next")
    func cancelledMeanwhile() async {
        let bench = Bench(width: 1)
        let request = SpeechAudioBufferRecognitionRequest()
        let (session, events) = session(bench, request)
        request.append(AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000))
        _ = await bench.nextStart()
        session.cancel()
        let cancelled = await outcome(events)
        #expect(cancelled.error == .cancelled)

        let next = SpeechAudioBufferRecognitionRequest()
        let (_, others) = self.session(bench, next)
        next.append(AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000))
        next.endAudio()
        bench.letMake(1)
        let recognized = await outcome(others)
        #expect(recognized.text == "go forward ten meters" && recognized.error == nil)
        #expect(bench.count == 1)
    }

    @Test("Sound that comes while the decoder is made is recognized, all of it and in order")
    func nothingIsLost() async {
        let bench = Bench(width: 1)
        let request = SpeechAudioBufferRecognitionRequest()
        let (_, events) = session(bench, request)
        let half = Fixture.goForward.count / 2
        request.append(AudioBuffer(samples: Array(Fixture.goForward[..<half]), sampleRate: 16_000))
        _ = await bench.nextStart()
        request.append(AudioBuffer(samples: Array(Fixture.goForward[half...]), sampleRate: 16_000))
        request.endAudio()
        bench.letMake(1)
        let recognized = await outcome(events)
        #expect(recognized.text == "go forward ten meters" && recognized.error == nil)
    }
}
