import CALSA

/// From what people call a microphone to what alsa-lib calls it.
enum PCMName {
    /// A card's name or short name, else a PCM as it is; without a name the first card that records.
    static func resolve(
        _ name: String?, among present: @autoclosure () -> [SoundCard]
    ) throws(CaptureError) -> String {
        // A PCM with arguments is not a card's name.
        if let name, name.contains(":") { return name }
        let cards = present()
        guard let name else {
            guard let device = cards.first?.devices.first else {
                throw .deviceMissing(name: nil, available: [])
            }
            return device.pcmName
        }
        let card =
            cards.first { $0.id == name } ?? cards.first { $0.id.lowercased() == name.lowercased() }
            ?? cards.first { $0.isMeant(by: name) }
        return card?.devices.first?.pcmName ?? name
    }
}

extension SoundCard {
    /// Whether a name that people give is this card's, or a part of it.
    package func isMeant(by name: String) -> Bool {
        id.lowercased() == name.lowercased() || self.name.lowercased().contains(name.lowercased())
    }

    /// The short names of all cards that record.
    static var names: [String] { present().map(\.id) }
}
