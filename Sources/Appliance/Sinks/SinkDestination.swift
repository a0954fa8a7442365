import Glibc

/// What a ``TextSink`` hands pieces to: a file, a program, or standard output. Nothing here waits for a reader. Owned by one thread.
protocol SinkDestination {
    /// What it is called in messages: `the file '/var/lib/earshot/text.txt'`.
    var title: String { get }

    /// Looks after it: called before each piece, whenever ``interest`` comes, and when ``patience`` is over.
    ///
    /// - Throws: why nothing can be handed over now.
    mutating func attend(at now: Duration) throws(SinkTrouble)

    /// Hands a piece over, or more of one that it could not take whole: until then it is given the same one.
    ///
    /// - Throws: why it cannot be, now.
    mutating func put(_ piece: SinkPiece) throws(SinkTrouble) -> SinkProgress

    /// What poll is to look for while a piece is being taken, or while there is none.
    func interest(isTaking: Bool) -> pollfd

    /// How long it may be left alone; nil for as long as nothing happens.
    var patience: Duration? { get }

    /// Since when what it was given lies unread, as far as it can be known; nil while nothing does.
    var unreadSince: Duration? { get }

    /// How many texts lie unread, as far as it can be known.
    var unreadTexts: Int { get }

    /// Whether it is likely to stay well, after trouble.
    func isSteady(at now: Duration) -> Bool

    /// Ends it, which may take a few seconds.
    ///
    /// - Returns: pieces that were handed over and that nobody has taken.
    mutating func close() -> [SinkPiece]
}

/// How far the handing over of a piece has come.
enum SinkProgress {
    /// It is there.
    case done
    /// The rest of it has no room yet.
    case waiting
    /// It is done as far as it can be; what of it could not.
    case remarked(String)
}

/// Why a sink takes no text.
struct SinkTrouble: Error {
    /// What happened, and what to do: it stands after the destination's title.
    var reason: String
    /// Pieces that were handed over and are to be handed over again.
    var givenBack: [SinkPiece] = []
    /// Whether it can never be well again.
    var isFinal = false

    init(_ reason: String, givingBack pieces: [SinkPiece] = [], isFinal: Bool = false) {
        self.reason = reason
        givenBack = pieces
        self.isFinal = isFinal
    }
}

extension SinkDestination {
    mutating func attend(at now: Duration) throws(SinkTrouble) {}
    func interest(isTaking: Bool) -> pollfd { pollfd(fd: -1, events: 0, revents: 0) }
    var patience: Duration? { nil }
    var unreadSince: Duration? { nil }
    var unreadTexts: Int { 0 }
    func isSteady(at now: Duration) -> Bool { true }
    mutating func close() -> [SinkPiece] { [] }
}

extension SinkOptions {
    /// Where its text goes.
    func makeDestination() -> any SinkDestination {
        switch target {
        case .file(let path, let rotation): FileDestination(path, format, rotation)
        case .program(let arguments): ProgramDestination(arguments, format)
        case .standardOutput: OutputDestination(STDOUT_FILENO, format)
        }
    }
}
