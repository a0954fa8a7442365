import Decoding
import Platform

/// Whether the built-in recognizer keeps up with free speech, and by which profile it goes on if it does not.
///
/// Words that come later than they should after an utterance mean the next faster profile; a while without such, the next
/// slower one, up to what is configured. Each time that this proves too early, it is longer until the next trial; after one that
/// held, it is as short as at first. A value; owned by one thread.
///
/// ```swift
/// var pace = DictationPace(.accurate)
/// if let change = pace.note(answer: .seconds(2), at: clock.now) { decoder.setProfile(pace.profile) }
/// ```
struct DictationPace: Sendable {
    /// What became of the profile.
    enum Change: Sendable {
        case faster, slower
    }

    /// Words that take so long after the end of what was said are late.
    static let late = Duration.seconds(1)
    /// So soon they must be there for a slower profile to be tried.
    private static let early = Duration.milliseconds(500)
    private static let firstWait = Duration.seconds(120)
    private static let longestWait = Duration.seconds(3600)

    /// How it listens now.
    private(set) var profile: DictationProfile
    private let configured: DictationProfile
    private var wait = Self.firstWait
    private var since = Duration.zero
    /// When a slower profile was taken last, until it proves to have been too early or not.
    private var tried: Duration?

    init(_ configured: DictationProfile) {
        self.configured = configured
        profile = configured
    }

    /// An utterance has been understood.
    ///
    /// - Parameters:
    ///   - answer: how long its words took after its end.
    ///   - now: of a clock that goes on.
    /// - Returns: what that makes of the profile; nil for nothing.
    mutating func note(answer: Duration, at now: Duration) -> Change? {
        if answer >= Self.late {
            // Where there is none faster, the time without lateness begins anew.
            since = now
            if let trial = tried {
                wait = now - trial < wait ? min(Self.longestWait, wait * 2) : Self.firstWait
                tried = nil
            }
            guard let faster = profile.faster else { return nil }
            profile = faster
            return .faster
        }
        guard profile != configured, answer <= Self.early, now - since >= wait, let slower = profile.slower
        else {
            return nil
        }
        profile = slower
        since = now
        tried = now
        return .slower
    }
}

extension DictationProfile {
    /// The next faster one; nil for the fastest.
    fileprivate var faster: DictationProfile? {
        switch self {
        case .fast: nil
        case .balanced: .fast
        case .accurate: .balanced
        }
    }

    fileprivate var slower: DictationProfile? {
        switch self {
        case .fast: .balanced
        case .balanced: .accurate
        case .accurate: nil
        }
    }
}
