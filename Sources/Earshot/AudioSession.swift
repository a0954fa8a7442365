import Capture
import Speech
import Synchronization

/// `AVAudioSession` as far as it means something on a board: ported code may set it up as it did, and ask whether it may
/// record. There is no session to share: which microphone, rate and period are used, ``DeviceOptions`` says. Any thread may
/// use it.
///
/// ```swift
/// let session = AudioSession.sharedInstance()
/// try session.setCategory(.record, mode: .measurement, options: .duckOthers)
/// try session.setActive(true, options: .notifyOthersOnDeactivation)
/// ```
public final class AudioSession: Sendable {
    /// What a program does with sound. Kept, and otherwise without effect.
    public enum Category: Sendable, Hashable, CaseIterable {
        /// Sound beside that of others.
        case ambient
        /// Sound over several devices.
        case multiRoute
        /// To speak and to listen.
        case playAndRecord
        /// To speak.
        case playback
        /// To listen.
        case record
        /// Sound without that of others, as before anything is set.
        case soloAmbient
    }

    /// What sound is for. Kept, and otherwise without effect: sound always comes as the microphone gives it.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// Anything, as before it is set.
        case `default`
        /// Talk beside a game.
        case gameChat
        /// Sound as it is.
        case measurement
        /// A film.
        case moviePlayback
        /// A book that is read out.
        case spokenAudio
        /// Talk with pictures.
        case videoChat
        /// A film that is made.
        case videoRecording
        /// Talk.
        case voiceChat
    }

    /// How programs share the device: without effect.
    public struct CategoryOptions: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: UInt

        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Other programs are heard, too.
        public static let mixWithOthers = CategoryOptions(rawValue: 1)
        /// Others are quieter meanwhile.
        public static let duckOthers = CategoryOptions(rawValue: 2)
        /// A headset is used.
        public static let allowBluetooth = CategoryOptions(rawValue: 4)
        /// Sound comes from the loudspeaker.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    }

    /// Whom it is told when the session ends: nobody.
    public struct SetActiveOptions: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: UInt

        /// Options of these bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Others may go on.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    /// Whether this program may record.
    public enum RecordPermission: Sendable, Hashable, CaseIterable {
        /// Never given: on Linux the answer is known at once. For programs that switch over all cases.
        case undetermined
        /// The user is not in the devices' group, or the microphone is muted by its switch:
        /// ``SpeechRecognizer/authorizationReason`` says which.
        case denied
        /// Nothing stands in the way: this user may record, or there is no microphone at all.
        case granted
    }

    private static let shared = AudioSession()
    private let setting = Mutex((category: Category.soloAmbient, mode: Mode.default))

    private init() {}

    /// The one there is.
    public static func sharedInstance() -> AudioSession { shared }

    /// What was set last.
    public var category: Category { setting.withLock { $0.category } }
    /// What was set last.
    public var mode: Mode { setting.withLock { $0.mode } }

    /// Remembers what the program does with sound. Never fails; `throws` as there.
    public func setCategory(_ category: Category, mode: Mode = .default, options: CategoryOptions = []) throws
    {
        setting.withLock { $0 = (category, mode) }
    }

    /// Remembers what sound is for. Never fails; `throws` as there.
    public func setMode(_ mode: Mode) throws { setting.withLock { $0.mode = mode } }

    /// Without effect: the device is opened by ``AudioEngine/start()`` and closed by ``AudioEngine/stop()``. Never fails;
    /// `throws` as there.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}

    /// Whether this user may record from a microphone now, as ``SpeechRecognizer/authorizationStatus()`` says.
    public var recordPermission: RecordPermission {
        switch SpeechRecognizer.authorizationStatus() {
        case .authorized: .granted
        case .denied, .restricted: .denied
        case .notDetermined: .undetermined
        }
    }

    /// Calls `response` at once, on the calling thread; the user is not asked.
    @preconcurrency public func requestRecordPermission(_ response: @Sendable (Bool) -> Void) {
        response(recordPermission == .granted)
    }

    /// Whether there is a microphone that this user may record from.
    public var isInputAvailable: Bool {
        MicrophoneAccess.check() == .authorized && recordPermission == .granted
    }
}
