import Capture
import Decoding
import Foundation
import Grammar
import ListeningSupport
import Platform
import Testing

@testable import Speech

/// A recording with the places where its words begin and end, found in its spectrum, in windows of 20 ms every 10 ms.
private struct Reference {
    let recording: String
    let text: String
    let begins: [String: Double]
    let ends: [String: Double]

    /// Levels are decibels of the 16-bit samples' spectrum.
    static let goForward = Reference(
        recording: "goforward.raw", text: "go forward ten meters",
        begins: [
            // The burst of G: all bands rise by 20 dB and more, from 70 to 91 at 0.50.
            "go": 0.50,
            // F sets in: 50-600 Hz fall from 107 (0.63) to 89 (0.65), 4-8 kHz rise from 66 (0.62) to 82 (0.65).
            "forward": 0.645,
            // D is released at 1.19 (4-8 kHz from 53 to 78), T at 1.26 (79 to 99); the closure between is T's.
            "ten": 1.20,
            // N turns into M: 2-4 kHz fall from 81 to 73 at 1.55.
            "meters": 1.545,
        ],
        // Z ends: 4-8 kHz fall from 102 (2.06) over 94 (2.07) and 87 (2.08) to 76 (2.10).
        ends: ["go": 0.645, "ten": 1.545, "meters": 2.085])

    static let cards = Reference(
        recording: "cards/002.wav", text: "four queen of clubs",
        begins: [
            // N gives way to the vowel: 2-4 kHz rise from 92 to 102 at 1.03.
            "of": 1.025,
            // V has ended at 1.20 (76 dB above 4 kHz, from 95), K is released at 1.24 (77 to 92).
            "clubs": 1.215,
        ],
        // Z ends: 4-8 kHz fall from 102 (1.67) over 93 (1.68) to 82 (1.71).
        ends: ["queen": 1.025, "of": 1.215, "clubs": 1.70])

    /// Whether `segments` are where the words are, each moved by what `offset` says for its time.
    func expect(_ segments: ArraySlice<TranscriptionSegment>, offset: (Double) -> Double = { _ in 0 }) {
        #expect(segments.map(\.substring).joined(separator: " ") == text)
        for segment in segments {
            if let begin = begins[segment.substring] {
                #expect(
                    abs(segment.timestamp - begin - offset(begin)) <= 0.06,
                    "'\(segment.substring)' begins at \(segment.timestamp), not \(begin + offset(begin))")
            }
            if let end = ends[segment.substring] {
                let found = segment.timestamp + segment.duration
                // A pause that was put in where a word ends follows it.
                #expect(
                    abs(found - end - offset(end - 0.03)) <= 0.08,
                    "'\(segment.substring)' ends at \(found), not \(end + offset(end - 0.03))")
            }
        }
    }
}

@Suite(.serialized) struct SegmentTimeTests {
    /// How the words are searched.
    enum Search: CaseIterable {
        case grammar, languageModel
    }

    private func segments(
        of samples: [Int16], _ search: Search, _ grammar: Grammar
    ) async throws -> [TranscriptionSegment] {
        let request = SpeechAudioBufferRecognitionRequest()
        request.append(AudioBuffer(samples: samples, sampleRate: 16_000))
        request.endAudio()
        if search == .grammar { request.grammar = grammar }
        return try await Fixture.results(of: request).last!.bestTranscription.segments
    }

    /// The sound of the recording's own room, between its words.
    private func pause(_ span: Duration) -> [Int16] {
        let room = Array(Fixture.goForward[3200..<6400])
        return (0..<Int(span / .seconds(1) * 16_000)).map { room[$0 % room.count] }
    }

    @Test(
        "Words begin where they do in the recording, within 60 ms, and end where they do, within 80",
        arguments: Search.allCases)
    func plain(search: Search) async throws {
        Reference.goForward.expect(try await segments(of: Fixture.goForward, search, Fixture.movement)[...])
    }

    @Test("So they are for another speaker and grammar")
    func cards() async throws {
        let samples = Fixture.samples("cards/002.wav")
        Reference.cards.expect(try await segments(of: samples, .grammar, Fixture.cards)[...])
    }

    @Test("Words after a pause within the utterance are later by that pause", arguments: Search.allCases)
    func pauseWithin(search: Search) async throws {
        // In the closure of T.
        let cut = 19_520
        let samples = Fixture.goForward[..<cut] + pause(.milliseconds(500)) + Fixture.goForward[cut...]
        let segments = try await segments(of: Array(samples), search, Fixture.movement)
        // The closure's place is on both sides of the pause.
        let first = segments.prefix(2)
        let second = segments.dropFirst(2)
        for (segment, name) in zip(first, ["go", "forward"]) {
            let begin = Reference.goForward.begins[name]!
            #expect(segment.substring == name && abs(segment.timestamp - begin) <= 0.06)
        }
        #expect(second.map(\.substring) == ["ten", "meters"])
        let meters = try #require(second.last)
        #expect(abs(meters.timestamp - 0.5 - 1.545) <= 0.06)
        #expect(abs(meters.timestamp + meters.duration - 0.5 - 2.085) <= 0.08)
    }

    @Test("In a second utterance of the same sound, words are where they are, too")
    func secondUtterance() async throws {
        let samples = Fixture.goForward + pause(.seconds(3)) + Fixture.goForward
        let segments = try await segments(of: samples, .languageModel, Fixture.movement)
        try #require(segments.count == 8)
        let offset = Double(Fixture.goForward.count) / 16_000 + 3
        Reference.goForward.expect(segments.prefix(4))
        Reference.goForward.expect(segments.suffix(4)) { _ in offset }
    }

    @Test("A second utterance of a grammar's decoder is at its place on the capture clock")
    func secondCommand() throws {
        let decoder = try Fixture.movementDecoder()
        for first in [UInt64(0), 1_600_000] {
            let words = try #require(decoder.hypothesis(of: Fixture.goForward, firstFrame: first)).words
            for word in words {
                let begin = Reference.goForward.begins[word.text]!
                #expect(abs((word.start - .frames(first, at: 16_000)).seconds - begin) <= 0.06)
            }
        }
    }
}
