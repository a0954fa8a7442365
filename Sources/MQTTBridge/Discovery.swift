import EventSocket
import Platform

/// What there is, as Home Assistant's device discovery reads it: one retained message for the device and all its entities.
///
/// Home Assistant's documentation has the format under "MQTT": "Device discovery payload", and the keys of each platform under
/// "MQTT Switch", "MQTT Binary Sensor", "MQTT Event" and "MQTT Sensor". Required are `device` with an identifier, `origin` with
/// a name, and of each component `platform` and `unique_id`; of an event `event_types` and `state_topic`.
struct Discovery: Sendable, Hashable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case device, origin, components, qos
        case availabilityTopic = "availability_topic"
    }

    struct Device: Sendable, Hashable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case identifiers, name, manufacturer, model
            case version = "sw_version"
        }

        var identifiers: [String]
        var name: String
        var manufacturer = "Earshot"
        var model = "Voice appliance"
        var version: String
    }

    struct Origin: Sendable, Hashable, Encodable {
        private enum CodingKeys: String, CodingKey {
            case name
            case version = "sw_version"
        }

        var name = "earshot-mqtt"
        var version: String
    }

    var device: Device
    var origin: Origin
    var availabilityTopic: String
    /// At least once: a state that is told twice is the same state.
    var qos = 1
    var components: [String: Component]

    /// The device of an appliance.
    ///
    /// - Parameter version: of this program.
    init(
        _ status: ApplianceStatus, _ configuration: MQTTConfiguration, outputs: Keys, commands: Keys,
        version: String
    ) {
        let topics = Topics(configuration)
        device = Device(
            identifiers: [topics.id], name: configuration.name, version: status.version ?? version)
        origin = Origin(version: version)
        availabilityTopic = topics.availability
        var all: [String: Component] = [
            "state": .state(topics), "microphone": .microphone(topics),
        ]
        if configuration.mayMute { all["mute"] = .mute(topics) }
        for name in status.outputs.map(\.name) {
            guard let key = outputs[name] else { continue }
            // Whether it may be switched makes it another entity, for Home Assistant never turns one into the other.
            if status.allows.output {
                all["switch_" + key] = .switchable(
                    name, topics.output(key), request: topics.outputRequest(key))
            } else {
                all["output_" + key] = .readable(name, topics.output(key))
            }
        }
        for name in status.commands {
            guard let key = commands[name] else { continue }
            all["command_" + key] = .command(name, topics.command(key))
        }
        for sensor in CounterSensor.all(in: status.counters) {
            all["counter_" + sensor.key] = sensor.component(topics)
        }
        components = all.reduce(into: [:]) { $0[$1.key] = $1.value.identified(topics.id + "_" + $1.key) }
    }

    var json: String { jsonLine(self) }

    /// The same, which takes away what is there no more: a component with nothing but its platform.
    ///
    /// - Parameter gone: components by their platform.
    func taking(away gone: [String: String]) -> Discovery {
        var discovery = self
        for (key, platform) in gone { discovery.components[key] = Component(platform: platform) }
        return discovery
    }
}

/// One entity in Home Assistant.
struct Component: Sendable, Hashable, Encodable {
    private enum CodingKeys: String, CodingKey {
        case platform, name, icon, options
        case uniqueID = "unique_id"
        case category = "entity_category"
        case deviceClass = "device_class"
        case stateClass = "state_class"
        case unit = "unit_of_measurement"
        case stateTopic = "state_topic"
        case commandTopic = "command_topic"
        case valueTemplate = "value_template"
        case attributesTopic = "json_attributes_topic"
        case eventTypes = "event_types"
    }

    /// What a command's event is called.
    static let understood = "understood"

    var platform: String
    var uniqueID: String?
    var name: String?
    var icon: String?
    var category: String?
    var deviceClass: String?
    var stateClass: String?
    var unit: String?
    var stateTopic: String?
    var commandTopic: String?
    var valueTemplate: String?
    var attributesTopic: String?
    var eventTypes: [String]?
    var options: [String]?

    fileprivate func identified(_ id: String) -> Component {
        var component = self
        component.uniqueID = id
        return component
    }

    fileprivate static func switchable(_ name: String, _ topic: String, request: String) -> Component {
        Component(platform: "switch", name: name, stateTopic: topic, commandTopic: request)
    }

    fileprivate static func readable(_ name: String, _ topic: String) -> Component {
        Component(platform: "binary_sensor", name: name, stateTopic: topic)
    }

    fileprivate static func command(_ name: String, _ topic: String) -> Component {
        Component(
            platform: "event", name: name, icon: "mdi:account-voice", stateTopic: topic,
            eventTypes: [understood])
    }

    fileprivate static func state(_ topics: Topics) -> Component {
        Component(
            platform: "sensor", name: "State", icon: "mdi:ear-hearing", category: "diagnostic",
            deviceClass: "enum", stateTopic: topics.state, options: SocketState.allCases.map(\.rawValue))
    }

    fileprivate static func microphone(_ topics: Topics) -> Component {
        Component(
            platform: "binary_sensor", name: "Microphone", category: "diagnostic", deviceClass: "problem",
            stateTopic: topics.microphone, valueTemplate: "{{ 'ON' if value_json.problem else 'OFF' }}",
            attributesTopic: topics.microphone)
    }

    fileprivate static func mute(_ topics: Topics) -> Component {
        Component(
            platform: "switch", name: "Mute", icon: "mdi:microphone-off", stateTopic: topics.mute,
            commandTopic: topics.muteRequest)
    }
}

/// A number of the status that is told as a diagnostic.
struct CounterSensor: Sendable {
    let key: String
    let name: String
    /// How Home Assistant reads it from the counters' JSON.
    var template: String?
    var deviceClass: String?
    var stateClass = "total_increasing"
    var unit: String?
    var icon: String?

    /// Those that this appliance has.
    static func all(in counters: ApplianceCounters) -> [CounterSensor] {
        var sensors = [
            CounterSensor(key: "commands", name: "Commands", icon: "mdi:check"),
            CounterSensor(key: "rejections", name: "Refusals", icon: "mdi:close"),
            CounterSensor(key: "utterances", name: "Utterances", icon: "mdi:account-voice"),
            CounterSensor(key: "gaps", name: "Gaps in the sound", icon: "mdi:waveform"),
            CounterSensor(key: "outages", name: "Microphone outages", icon: "mdi:microphone-off"),
            CounterSensor(key: "warnings", name: "Warnings", icon: "mdi:alert"),
            CounterSensor(key: "uptime", name: "Running", deviceClass: "duration", unit: "s"),
            CounterSensor(
                key: "decode_load", name: "Decode load",
                template: "{{ (value_json.decode_load * 100) | round(1) }}", stateClass: "measurement",
                unit: "%",
                icon: "mdi:chip"),
            // Not there before the first command: "None" is an unknown value to Home Assistant.
            CounterSensor(
                key: "median_response", name: "Response",
                template: "{{ value_json.get('median_response') }}", deviceClass: "duration",
                stateClass: "measurement", unit: "s"),
        ]
        if counters.restarts != nil {
            sensors.append(CounterSensor(key: "restarts", name: "Restarts", icon: "mdi:restart"))
        }
        if counters.temperature != nil {
            sensors.append(
                CounterSensor(
                    key: "temperature", name: "Temperature", template: "{{ value_json.get('temperature') }}",
                    deviceClass: "temperature", stateClass: "measurement", unit: "°C"))
        }
        return sensors
    }

    func component(_ topics: Topics) -> Component {
        Component(
            platform: "sensor", name: name, icon: icon, category: "diagnostic", deviceClass: deviceClass,
            stateClass: stateClass, unit: unit, stateTopic: topics.counters,
            valueTemplate: template ?? "{{ value_json.\(key) }}")
    }
}
