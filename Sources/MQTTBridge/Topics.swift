/// The topics of one appliance, and of Home Assistant as far as they concern it.
///
/// | topic                        | retained | payload |
/// |------------------------------|----------|---------|
/// | `BASE/availability`          | yes      | `online`, `offline` |
/// | `BASE/state`                 | yes      | as `state` events have it |
/// | `BASE/microphone`            | yes      | `{"problem":true,"reason":…,"source":…}` |
/// | `BASE/mute`                  | yes      | `ON`, `OFF` |
/// | `BASE/output/NAME`           | yes      | `ON`, `OFF`; `None` while its line does not obey |
/// | `BASE/counters`              | yes      | as `status` has them |
/// | `BASE/command/NAME`          | no       | `{"event_type":"understood",…}` |
/// | `BASE/mute/set`, `BASE/output/NAME/set` | | `ON`, `OFF`: what others ask for |
/// | `DISCOVERY/device/ID/config` | yes      | what there is |
struct Topics: Sendable, Hashable {
    /// What identifies the appliance among others.
    let id: String
    private let base: String
    private let discovery: String?

    init(_ configuration: MQTTConfiguration) {
        id = "earshot_" + configuration.host.topicLevel
        base = configuration.topic
        discovery = configuration.discovery
    }

    var availability: String { base + "/availability" }
    var state: String { base + "/state" }
    var microphone: String { base + "/microphone" }
    var mute: String { base + "/mute" }
    var muteRequest: String { base + "/mute/set" }
    var counters: String { base + "/counters" }

    /// - Parameter key: as ``Keys`` has it.
    func output(_ key: String) -> String { "\(base)/output/\(key)" }
    func outputRequest(_ key: String) -> String { "\(base)/output/\(key)/set" }
    func command(_ key: String) -> String { "\(base)/command/\(key)" }

    /// Where Home Assistant reads what there is (device discovery); nil without discovery.
    var configuration: String? { discovery.map { "\($0)/device/\(id)/config" } }
    /// Where Home Assistant says that it has started.
    var birth: String? { discovery.map { $0 + "/status" } }

    /// The key of the output that a topic asks something of.
    func outputKey(requestedAt topic: String) -> String? {
        let prefix = base + "/output/"
        guard topic.hasPrefix(prefix), topic.hasSuffix("/set") else { return nil }
        return String(topic.dropFirst(prefix.count).dropLast("/set".count))
    }

    /// Whether the topic is this appliance's own.
    func isOwn(_ topic: String) -> Bool { topic.hasPrefix(base + "/") }

    /// What the broker is asked to pass on.
    var subscriptions: [String] {
        [muteRequest, outputRequest("+")] + [configuration, birth].compactMap { $0 }
    }
}

/// Names of a configuration as levels of topics and parts of identifiers, each its own.
struct Keys: Sendable, Hashable {
    private var keys: [String: String] = [:]

    /// - Parameter names: of which no two are the same.
    init(_ names: [String] = []) {
        var taken: Set<String> = []
        for name in names {
            var key = name.topicLevel
            var number = 2
            while !taken.insert(key).inserted {
                key = "\(name.topicLevel)_\(number)"
                number += 1
            }
            keys[name] = key
        }
    }

    subscript(name: String) -> String? { keys[name] }

    /// All of them, in alphabetical order.
    var known: [String] { keys.values.sorted() }

    func name(of key: String) -> String? { keys.first { $0.value == key }?.key }
}

extension String {
    /// The text in characters that Home Assistant allows in identifiers, and MQTT in a level of a topic: `a-z A-Z 0-9 _ -`.
    var topicLevel: String {
        let text = String(
            map { character in
                character.isASCII && (character.isLetter || character.isNumber || character == "-")
                    ? character : "_"
            })
        return text.isEmpty ? "_" : text
    }
}
