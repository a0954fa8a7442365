import EventSocket
import Platform

/// Between an appliance and pages: turns what one says into what the others are told, and what they ask for into requests. It
/// neither waits nor connects; whoever has the connections hands in what comes through them, and takes out what is to go.
///
/// A value; time comes from outside and never goes back.
///
/// ```swift
/// bridge.appliance(said: line, at: now)
/// for output in bridge.takeOutputs() { server.send(output) }
/// if let request = bridge.nextRequest(at: now) { try client.send(request) }
/// ```
struct Bridge: Sendable {
    /// How often it is asked how it is while a page shows that.
    static let interval = Duration.milliseconds(500)
    /// Where the button is held, what was said is over so soon after it was let go of.
    static let ending = Duration.seconds(2)
    /// So many requests of pages may wait.
    static let mostWaiting = 32

    /// What is to go to pages.
    enum Output: Sendable, Hashable {
        /// A line of JSON for all that follow the events, or for one of them; with its place among what is told once, where it has one.
        case tell(String, stream: Int? = nil, place: String? = nil)
        /// The answer to what a page asked.
        case answer(Answer, ticket: Int)
    }

    /// What a page is answered: a status of HTTP, and JSON.
    struct Answer: Sendable, Hashable {
        var status: UInt32
        var json: String

        static let done = Answer(status: 200, json: #"{"ok":true}"#)

        static func refused(_ status: UInt32, _ reason: String) -> Answer {
            Answer(status: status, json: jsonLine(Refusal(error: reason)))
        }

        private struct Refusal: Encodable {
            var ok = false
            var error: String
        }
    }

    struct Wish: ApplianceWish {
        var action: SocketRequest.Action
        /// Who waits for the answer; nil where nobody does.
        var ticket: Int?
        /// The page that presses.
        var stream: Int?
    }

    let configuration: WebConfiguration
    var log = BridgeLog(from: "web")

    var dialogue = ApplianceDialogue<Wish>(askingEvery: Bridge.interval)
    var away = "the appliance has not answered yet"
    var outputs: [Output] = []
    var streams: Set<Int> = []
    /// How many events were told of which nothing is told later, and of which bridge: the place of a page that reads on.
    private let start: UInt64
    private var count = 0
    /// The page that holds the talk button.
    var presser: Int?
    /// The page that pressed last, be the button let go of by now or not; nil once what it began is forgotten.
    var speaker: Int?
    /// What its press began.
    var utterance = PressedUtterance.awaited
    /// When that is forgotten, as the page has left.
    var forgetsAt: Duration?
    var told = ""
    var hasWarnedOfCommands = false

    /// - Parameter start: what no other bridge has, not even this one before it was started again.
    init(_ configuration: WebConfiguration, start: UInt64 = .random(in: 0 ... .max)) {
        self.configuration = configuration
        self.start = start
    }

    /// How far a page is that was told everything.
    var place: String { "\(String(start, radix: 16))-\(count)" }

    /// Tells a line that is told once.
    mutating func tell(_ line: EventLine) {
        if line.isOnlyTold { count += 1 }
        outputs.append(.tell(line.json, place: line.isOnlyTold ? place : nil))
    }

    /// How the appliance is; nil while there is none.
    var status: ApplianceStatus? { dialogue.status }

    /// What is to go to pages, in order.
    mutating func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    /// Time has come to `now`.
    mutating func advance(to now: Duration) { log.advance(to: now) }
}
