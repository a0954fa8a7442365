import FoundationEssentials

/// What Home Assistant is told that there is.
extension Bridge {
    /// Tells what there is, and takes away what is there no more.
    mutating func announce() {
        guard let topic = topics.configuration, let status else { return }
        let discovery = Discovery(
            status, configuration, outputs: outputs, commands: commands, version: version)
        let gone = announced.filter { discovery.components[$0.key] == nil }
        // Whether it is muted is told also where no entity shows it.
        let used = Set(discovery.components.values.compactMap(\.stateTopic) + [topics.mute])
        for stale in gone.values.compactMap(\.topic) where topics.isOwn(stale) && !used.contains(stale) {
            outbox.clear(stale)
        }
        outbox.keep(
            discovery.json, at: topic,
            after: gone.isEmpty ? nil : discovery.taking(away: gone.mapValues(\.platform)).json)
        announced = discovery.components.mapValues { Announced(platform: $0.platform, topic: $0.stateTopic) }
    }

    /// What the broker has kept from before is what Home Assistant knows.
    mutating func remember(_ payload: String) {
        struct Form: Decodable { var components: [String: Announced] }
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(payload.utf8)) else { return }
        announced.merge(form.components) { mine, _ in mine }
        announce()
    }
}
