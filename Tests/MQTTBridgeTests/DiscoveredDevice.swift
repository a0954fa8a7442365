import Foundation
import Testing

/// A device discovery payload, held against what Home Assistant documents of it: the page "MQTT" of its integrations ("Device
/// discovery payload"), and the pages "MQTT Switch", "MQTT Binary Sensor", "MQTT Event" and "MQTT Sensor".
struct DiscoveredDevice {
    let components: [String: [String: Any]]
    let name: String

    /// Keys that an entity of any of these platforms may have.
    private static let common: Set<String> = [
        "platform", "unique_id", "name", "icon", "entity_category", "device_class", "state_topic", "qos",
        "encoding",
        "availability", "availability_topic", "availability_mode", "availability_template",
        "payload_available",
        "payload_not_available", "enabled_by_default", "entity_picture", "json_attributes_topic",
        "json_attributes_template", "object_id", "default_entity_id", "value_template",
    ]
    /// For each platform the keys that it must have, and those that it may have besides.
    private static let platforms: [String: (required: Set<String>, allowed: Set<String>)] = [
        "switch": (
            ["command_topic"],
            [
                "optimistic", "payload_on", "payload_off", "state_on", "state_off", "retain",
                "command_template",
            ]
        ),
        "binary_sensor": (
            ["state_topic"], ["payload_on", "payload_off", "expire_after", "force_update", "off_delay"]
        ),
        "event": (["state_topic", "event_types"], []),
        "sensor": (
            ["state_topic"],
            [
                "expire_after", "force_update", "options", "state_class", "suggested_display_precision",
                "unit_of_measurement", "last_reset_value_template",
            ]
        ),
    ]
    private static let deviceClasses: [String: Set<String>] = [
        "switch": ["outlet", "switch"], "binary_sensor": ["problem"], "event": [],
        "sensor": ["enum", "duration", "temperature"],
    ]
    private static let units: [String: Set<String>] = [
        "duration": ["d", "h", "min", "s", "ms"], "temperature": ["°C", "°F", "K"],
    ]

    init(_ payload: String) throws {
        let object = try JSONSerialization.jsonObject(with: Data(payload.utf8))
        let root = try #require(object as? [String: Any])
        #expect(
            Set(root.keys).isSubset(of: [
                "device", "origin", "components", "qos", "encoding", "state_topic", "command_topic",
                "availability",
                "availability_topic", "availability_mode", "availability_template", "payload_available",
                "payload_not_available",
            ]))
        let device = try #require(root["device"] as? [String: Any])
        #expect(
            Set(device.keys).isSubset(of: [
                "identifiers", "connections", "name", "manufacturer", "model", "model_id", "hw_version",
                "sw_version", "serial_number", "suggested_area", "via_device", "configuration_url",
            ]))
        #expect((device["identifiers"] as? [String])?.isEmpty == false)
        name = try #require(device["name"] as? String)
        let origin = try #require(root["origin"] as? [String: Any])
        #expect(origin["name"] is String)
        #expect(Set(origin.keys).isSubset(of: ["name", "sw_version", "support_url"]))
        components = try #require(root["components"] as? [String: [String: Any]])
        for (key, component) in components { try Self.check(component, key) }
        let identifiers = components.values.compactMap { $0["unique_id"] as? String }
        #expect(Set(identifiers).count == identifiers.count)
    }

    /// Those that are there, and not taken away.
    var present: [String: [String: Any]] { components.filter { $0.value.count > 1 } }

    private static func check(_ component: [String: Any], _ key: String) throws {
        let platform = try #require(component["platform"] as? String, "\(key)")
        let keys = try #require(platforms[platform], "\(platform) of \(key)")
        // With its platform alone a component is taken away.
        guard component.count > 1 else { return }
        #expect(component["unique_id"] is String, "\(key)")
        #expect(Set(component.keys).isSuperset(of: keys.required), "\(key)")
        #expect(Set(component.keys).isSubset(of: common.union(keys.required).union(keys.allowed)), "\(key)")
        if let category = component["entity_category"] as? String {
            #expect(category == "diagnostic" || category == "config" && platform == "switch", "\(key)")
        }
        let deviceClass = component["device_class"] as? String
        if let deviceClass { #expect(deviceClasses[platform]?.contains(deviceClass) == true, "\(key)") }
        let unit = component["unit_of_measurement"] as? String
        if let deviceClass, let known = units[deviceClass] {
            #expect(unit.map(known.contains) == true, "\(key)")
        }
        if deviceClass == "enum" {
            #expect(
                component["options"] is [String] && component["state_class"] == nil && unit == nil, "\(key)")
        } else {
            #expect(component["options"] == nil, "\(key)")
        }
        if let stateClass = component["state_class"] as? String {
            #expect(["measurement", "total", "total_increasing"].contains(stateClass), "\(key)")
        }
        for topic in ["state_topic", "command_topic", "json_attributes_topic"] {
            guard let topic = component[topic] as? String else { continue }
            #expect(!topic.isEmpty && !topic.contains { "+#".contains($0) }, "\(key)")
        }
    }
}
