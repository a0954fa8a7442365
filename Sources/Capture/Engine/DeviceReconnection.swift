import Platform

/// What is opened when a microphone was lost, and how soon.
///
/// ```swift
/// var search = DeviceReconnection()
/// search.found(device.pcmName, among: SoundCard.present())
/// // when it is lost:
/// search.unplugged(among: SoundCard.present())
/// wait(search.nextPause())
/// let pcmName = try search.candidate(for: options.name, among: SoundCard.present())
/// ```
struct DeviceReconnection {
    /// The PCM of the card that was found, also when no name was given; nil before the first.
    private(set) var pcmName: String?

    /// A device that comes back is heard soon, and one that is broken costs nothing.
    private var backOff = BackOff(Duration.milliseconds(100) ... .seconds(2))
    /// The other cards that were there, and how often each was there again after it had been away.
    private var others: [String: (isThere: Bool, looks: Int)] = [:]
    /// Where a whole hub comes back, the other cards may be there before the one that is looked for: so often it has the precedence.
    private static let precedence = 10

    /// What to open: the card that was heard before; or one that has come since, which may have taken its place, or be the same
    /// by another name. One that was there already is another microphone, such as a camera's, though it fits what was asked for,
    /// until it has been plugged in anew.
    ///
    /// - Throws: `.deviceMissing` where there is none.
    mutating func candidate(for name: String?, among cards: [SoundCard]) throws(CaptureError) -> String {
        let isThere = cards.contains { $0.devices.contains { $0.pcmName == pcmName } }
        if let pcmName, isThere { return pcmName }
        let present = Set(cards.map(\.id))
        for id in others.keys {
            if !present.contains(id) {
                others[id] = (false, 0)
            } else if others[id]?.isThere == false {
                others[id]?.looks += 1
            }
        }
        others = others.filter { $0.value.looks < Self.precedence }
        return try PCMName.resolve(name, among: cards.filter { others[$0.id] == nil })
    }

    mutating func found(_ pcmName: String, among cards: [SoundCard]) {
        if pcmName != self.pcmName { others = [:] }
        self.pcmName = pcmName
        note(cards)
    }

    /// It was unplugged: whatever is there at this moment is another card.
    mutating func unplugged(among cards: [SoundCard]) { note(cards) }

    private mutating func note(_ cards: [SoundCard]) {
        let other = cards.filter { !$0.devices.contains { $0.pcmName == pcmName } }
        for card in other { others[card.id] = (true, 0) }
    }

    /// A device has given so many frames before it was lost: one that gave more than a second of sound is looked for soon
    /// again.
    mutating func heard(_ frames: UInt64, at sampleRate: Int) {
        if frames > UInt64(sampleRate) { backOff.reset() }
    }

    /// How long to wait before the next attempt.
    mutating func nextPause() -> Duration { backOff.next() }
}
