import Foundation
import TestSupport
import Testing

/// The bridge as it was built, between a simulated appliance and Debian's mosquitto.
@Suite(.serialized) struct HouseTests {
    @Test(
        "Home Assistant finds one device: a switch for each output, an event for each command, and diagnostics"
    )
    func discovery() throws {
        let house = try House()
        let bridge = try house.startBridge(broker: "", "name: Workshop")
        let appliance = try house.startAppliance(socket: ", output: on")
        try house.told("online", at: "box/availability")
        let device = try house.discovered()
        #expect(device.name == "Workshop")
        let platforms = device.components.mapValues { $0["platform"] as? String }
        for (key, platform) in [
            "switch_lamp": "switch", "switch_big_pump": "switch", "mute": "switch", "command_lamp": "event",
            "command_go": "event", "state": "sensor", "microphone": "binary_sensor",
            "counter_commands": "sensor",
        ] {
            #expect(platforms[key] == platform, "\(key)")
        }
        #expect(platforms["output_lamp"] == nil)
        #expect(device.components["switch_big_pump"]?["name"] as? String == "big pump")
        // Whoever comes later finds all of that, and the states.
        let kept = try house.retained()
        for (topic, payload) in [
            "availability": "online", "output/lamp": "OFF", "output/big_pump": "OFF", "mute": "OFF",
            "state": "listening",
        ] {
            #expect(kept["box/\(topic)"] == payload)
        }
        #expect(kept["box/microphone"]?.contains(#""problem":false"#) == true)
        _ = (bridge, appliance)
    }

    @Test("A command that was said arrives as an event, without a word of it")
    func command() throws {
        let house = try House()
        let bridge = try house.startBridge()
        let appliance = try house.startAppliance(socket: ", words: on")
        try house.told("online", at: "box/availability")
        try appliance.feed(Self.goForwardTenMeters)
        let payload = try house.told(".*", at: "box/command/go")
        let object = try #require(JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any])
        #expect(object["event_type"] as? String == "understood")
        #expect((object["score"] as? Double).map { $0 > 0.5 } == true)
        for word in ["forward", "ten", "meters"] {
            let lines = house.reader.text.split(separator: "\n")
            #expect(
                !lines.contains { $0.hasPrefix("box/") && $0.contains(try! Regex(#"\b\#(word)\b"#)) },
                "\(word)")
        }
        // What happened at some time is not told again to whoever comes.
        #expect(try house.retained()["box/command/go"] == nil)
        _ = bridge
    }

    @Test("The words come with it where both configurations say so")
    func words() throws {
        let house = try House()
        let bridge = try house.startBridge(broker: "", "words: on")
        let appliance = try house.startAppliance(socket: ", words: on")
        try house.told("online", at: "box/availability")
        try appliance.feed(Self.goForwardTenMeters)
        let payload = try house.told(".*", at: "box/command/go")
        #expect(payload.contains(#""slots":{"direction":"forward","distance":"ten"}"#), "\(payload)")
        #expect(payload.contains(#""text":"go forward ten meters""#), "\(payload)")
        _ = bridge
    }

    @Test("What is asked of an output and of the microphone is done, and told")
    func switching() throws {
        let house = try House()
        let bridge = try house.startBridge()
        let appliance = try house.startAppliance(socket: ", output: on")
        try house.told("online", at: "box/availability")
        try house.publish("ON", at: "box/output/big_pump/set")
        try house.told("ON", at: "box/output/big_pump")
        try appliance.writes(#""name":"big pump","on":true,"origin":"socket""#)
        try house.publish("OFF", at: "box/output/big_pump/set")
        try appliance.writes(#""name":"big pump","on":false,"origin":"socket""#)
        try house.publish("ON", at: "box/mute/set")
        try house.told("ON", at: "box/mute")
        try house.told("muted", at: "box/state")
        let start = house.reader.lineCount
        try house.publish("OFF", at: "box/mute/set")
        try house.told("OFF", at: "box/mute", after: start)
        try house.publish("louder", at: "box/mute/set")
        try bridge.writes("box/mute/set: expected ON or OFF")
        try house.publish("ON", at: "box/output/horn/set")
        try bridge.writes("there is no such output; there are big_pump, lamp")
    }

    @Test(
        "Where the socket does not permit it, an output is to be read only, and stays as it is whatever is asked"
    )
    func readOnly() throws {
        let house = try House()
        let bridge = try house.startBridge()
        let appliance = try house.startAppliance()
        try house.told("online", at: "box/availability")
        let device = try house.discovered()
        #expect(device.components["output_lamp"]?["platform"] as? String == "binary_sensor")
        #expect(device.components["switch_lamp"] == nil)
        let start = house.reader.lineCount
        try house.publish("ON", at: "box/output/lamp/set")
        // Told again, as whoever asked may show something else by now.
        try house.told("OFF", at: "box/output/lamp", after: start)
        try bridge.writes(
            "output 'lamp': outputs are not switched from here; 'socket: \\{ output: on \\}' allows it")
        #expect(!appliance.text.contains(#""event":"output""#))
    }

    @Test("A retained request, which would be done again at each connection, moves nothing")
    func retainedRequest() throws {
        let house = try House()
        try house.publish("ON", at: "box/output/lamp/set", retained: true)
        let appliance = try house.startAppliance(socket: ", output: on")
        let bridge = try house.startBridge()
        try bridge.writes("box/output/lamp/set: retained messages move nothing")
        try house.told("online", at: "box/availability")
        // One that is done shows that those before it were looked at.
        try house.publish("ON", at: "box/output/big_pump/set")
        try appliance.writes(#""name":"big pump","on":true"#)
        #expect(!appliance.text.contains(#""name":"lamp","on":true"#))
    }

    @Test("A bridge that is killed is offline by its last will; one that is ended says so itself")
    func will() throws {
        let house = try House()
        let appliance = try house.startAppliance()
        var bridge = try house.startBridge()
        try house.told("online", at: "box/availability")
        var start = house.reader.lineCount
        #expect(bridge.end(by: SIGKILL) == -SIGKILL)
        try house.told("offline", at: "box/availability", after: start)
        start = house.reader.lineCount
        bridge = try house.startBridge()
        try house.told("online", at: "box/availability", after: start)
        start = house.reader.lineCount
        #expect(bridge.end() == 0)
        try house.told("offline", at: "box/availability", after: start)
        try house.broker.writes("DISCONNECT from earshot_")
        #expect(!bridge.text.contains("ended the connection"), "that was its own doing")
        _ = appliance
    }

    @Test("An appliance that ends is offline; one that comes back is online, with its states")
    func appliance() throws {
        let house = try House()
        let bridge = try house.startBridge()
        var appliance = try house.startAppliance(socket: ", output: on")
        try house.told("online", at: "box/availability")
        var start = house.reader.lineCount
        appliance.end()
        try house.told("offline", at: "box/availability", after: start)
        // Nothing is done later for whom it was not done at once.
        try house.publish("ON", at: "box/output/lamp/set")
        try bridge.writes("box/output/lamp/set: not done, as the appliance is away")
        start = house.reader.lineCount
        appliance = try house.startAppliance(socket: ", output: on")
        try house.told("online", at: "box/availability", after: start)
        #expect(try house.retained()["box/output/lamp"] == "OFF")
        #expect(!appliance.text.contains(#""name":"lamp","on":true"#))
    }

    @Test(
        "A broker that was killed and has forgotten everything is told all states again, and the appliance notices nothing"
    )
    func restartedBroker() throws {
        let house = try House()
        let bridge = try house.startBridge()
        let appliance = try house.startAppliance(socket: ", output: on")
        try house.told("online", at: "box/availability")
        try house.publish("ON", at: "box/output/lamp/set")
        try house.told("ON", at: "box/output/lamp")
        house.stopBroker()
        try bridge.writes("warning: mqtt: the broker at localhost:\(house.port)")
        try appliance.feed(Data(count: 32_000))
        try house.restartBroker()
        try house.told("online", at: "box/availability")
        #expect(try house.retained()["box/output/lamp"] == "ON")
        _ = try house.discovered()
        #expect(
            !appliance.text.contains(#""event":"warning""#) && !appliance.text.contains(#""event":"gap""#))
    }

    @Test("Home Assistant that starts is told everything again")
    func birth() throws {
        let house = try House()
        let bridge = try house.startBridge()
        let appliance = try house.startAppliance()
        try house.told("online", at: "box/availability")
        let start = house.reader.lineCount
        try house.publish("online", at: "homeassistant/status")
        try house.told("OFF", at: "box/output/lamp", after: start)
        try house.told("online", at: "box/availability", after: start)
        _ = (bridge, appliance)
    }

    @Test("What is gone from the configuration is taken away from Home Assistant and from the broker")
    func goneOutput() throws {
        let house = try House()
        var bridge = try house.startBridge()
        let appliance = try house.startAppliance(socket: ", output: on")
        try house.told("online", at: "box/availability")
        // While the bridge does not run.
        bridge.end()
        appliance.end()
        let start = house.reader.lineCount
        let other = try house.startAppliance("outputs: { lamp: GPIO22 }\ncommands: { go: { say: go on } }")
        bridge = try house.startBridge()
        try house.told("online", at: "box/availability", after: start)
        try house.told("", at: "box/output/big_pump", after: start)
        // A component that has a platform alone is what Home Assistant takes away.
        let device = "homeassistant/device/[a-zA-Z0-9_-]+/config"
        try house.told(#".*"switch_big_pump":\{"platform":"switch"\}.*"#, at: device, after: start)
        let last = try DiscoveredDevice(
            house.told(#"(?!.*switch_big_pump).*output_lamp.*"#, at: device, after: start))
        #expect(last.components["switch_big_pump"] == nil && last.components["switch_lamp"] == nil)
        #expect(last.components["output_lamp"] != nil && last.components["command_go"] != nil)
        _ = other
    }
}

extension HouseTests {
    /// A person who says so, and a second of silence.
    fileprivate static var goForwardTenMeters: Data {
        get throws {
            try Data(contentsOf: URL(fileURLWithPath: "/usr/share/pocketsphinx/test/data/goforward.raw"))
                + Data(count: 32_000)
        }
    }
}
