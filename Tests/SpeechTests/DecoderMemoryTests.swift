import Grammar
import ListeningSupport
import Synchronization
import Testing

@testable import Speech

/// How much memory idle decoders take, and how they are let go.
@Suite(.serialized) struct DecoderMemoryTests {
    private static func plan(_ word: String) throws(RecognitionError) -> DecoderPlan {
        var settings = SpeechRecognitionRequest.Settings()
        settings.grammar = try? Grammar(commands: ["only": word])
        return try DecoderPlan(settings, hint: .unspecified, pack: Fixture.pack)
    }

    /// A decoder that hears `word`.
    private func loan(_ word: String, from pool: DecoderPool) async throws -> DecoderPool.Loan {
        let result = await withCheckedContinuation { continuation in
            _ = pool.order(microphone: nil) { () throws(RecognitionError) in
                try Self.plan(word)
            } receive: {
                continuation.resume(returning: $0)
            }
        }
        return try result.get()
    }

    /// As a task does that is over.
    private func use(_ words: [String], of pool: DecoderPool) async throws {
        for word in words { pool.giveBack(try await loan(word, from: pool), learnedFrom: nil) }
    }

    @Test("A decoder comes with what takes noise out of its sound, as the pack has it")
    func noise() async throws {
        let pool = DecoderPool(width: 1, limit: 0)
        let loan = try await loan("go", from: pool)
        #expect(loan.noise != nil)
        pool.giveBack(loan, learnedFrom: nil)
    }

    @Test("Idle decoders never take more than the limit, and the longest idle goes first")
    func limit() async throws {
        let pool = DecoderPool(width: 1, limit: .max)
        try await use(["go"], of: pool)
        let one = pool.idleBytes
        #expect(one > 2 << 20)
        pool.limit = one * 5 / 2
        try await use(["ten", "meters", "forward"], of: pool)
        #expect(pool.idleBytes <= pool.limit && pool.idleBytes > one)
        let newest = try await loan("forward", from: pool)
        let bytes = pool.idleBytes
        pool.giveBack(newest, learnedFrom: nil)
        #expect(pool.idleBytes == bytes + newest.bytes)
        pool.limit = 0
        #expect(pool.idleBytes == 0)
    }

    @Test("Decoders are let go at once, kept while there is room, or kept for good, as an analyzer asks")
    func retention() async throws {
        let pool = DecoderPool(width: 1, limit: 0)
        pool.giveBack(try await loan("go", from: pool), learnedFrom: nil, retention: .lingering)
        #expect(pool.idleBytes == 0)
        pool.giveBack(try await loan("go", from: pool), learnedFrom: nil, retention: .processLifetime)
        #expect(pool.idleBytes > 0)
        pool.empty()
        #expect(pool.idleBytes == 0)
        pool.limit = .max
        pool.giveBack(try await loan("go", from: pool), learnedFrom: nil, retention: .whileInUse)
        #expect(pool.idleBytes == 0)
        pool.giveBack(try await loan("go", from: pool), learnedFrom: nil)
        #expect(pool.idleBytes > 0)
    }

    @Test("Unless it is set, the limit is a quarter of the machine's memory, 256 MB at most")
    func standard() {
        #expect((1...(256 << 20)).contains(DecoderPool.defaultLimit))
        #expect(SpeechModels.retentionLimit == DecoderPool.defaultLimit)
    }
}
