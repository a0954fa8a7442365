/// Who holds the microphone muted: each does until that is taken back where it came from. A value; owned by one thread.
struct Muting {
    /// Whether its switch or button does.
    var bySwitch = false
    /// Whether a program does.
    var byRequest = false

    /// Whether anybody does.
    var isOn: Bool { bySwitch || byRequest }

    /// Why nothing is heard, and what ends that; nil where nobody does.
    var reason: String? {
        if bySwitch { return "the microphone is muted; turn its switch" }
        return byRequest ? "the microphone is muted; 'earshot unmute' ends that" : nil
    }
}
