import Appliance
import EventSocket
import Foundation
import Testing

@testable import MQTTBridge

/// A bridge on a driven clock, without sockets.
@Suite struct BridgeTests {
    private static func bridge(
        words: Bool = false, mute: Bool = true, discovery: String? = "homeassistant"
    ) -> Bridge {
        var configuration = MQTTConfiguration(host: "box", broker: .init(host: "localhost", port: 1883))
        configuration.topic = "box"
        configuration.tellsWords = words
        configuration.mayMute = mute
        configuration.discovery = discovery
        return Bridge(configuration, version: "1.0")
    }

    private static func status(
        outputs: [String] = ["lamp"], commands: [String] = ["go"], mayswitch: Bool = true
    ) -> ApplianceStatus {
        var status = ApplianceStatus(
            configuration: "earshot.yaml", outputs: outputs.map { .init(name: $0, isOn: false) },
            commands: commands,
            allows: .init(output: mayswitch))
        status.state = "listening"
        status.microphone.available = true
        return status
    }

    /// What there is to tell, by topic.
    private static func told(_ bridge: inout Bridge, at now: Duration = .zero) -> [String: String] {
        var told: [String: String] = [:]
        while let message = bridge.outbox.next(at: now) { told[message.topic] = message.payload }
        return told
    }

    private static func event(_ json: String) throws -> SocketLine { try #require(SocketLine(json)) }

    @Test(
        "A day without a broker costs as much memory as a minute, and afterwards the states of that moment are told"
    )
    func dayWithoutBroker() throws {
        var bridge = Self.bridge()
        bridge.appliance(said: .status(Self.status()), at: .zero)
        let topics = Self.told(&bridge).count
        for minute in 1...1440 {
            let now = Duration.seconds(minute * 60)
            bridge.brokerLeft(because: "no broker", at: now)
            bridge.appliance(
                said: try Self.event(#"{"event":"output","name":"lamp","on":\#(minute % 2 == 0)}"#), at: now)
            bridge.appliance(said: try Self.event(#"{"event":"command","name":"go","score":0.9}"#), at: now)
            bridge.advance(to: now)
        }
        let end = Duration.seconds(86_460)
        bridge.brokerArrived(at: end)
        let told = Self.told(&bridge, at: end)
        #expect(told.count == topics)
        #expect(told["box/output/lamp"] == "ON")
        #expect(told["box/command/go"] == nil)
    }

    @Test("A flood of requests is one wish for each output, asked one after the other")
    func flood() throws {
        var bridge = Self.bridge()
        bridge.appliance(said: .status(Self.status(outputs: ["lamp", "pump"])), at: .zero)
        for number in 0..<10_000 {
            bridge.broker(
                said: number % 2 == 0 ? "ON" : "OFF", at: "box/output/lamp/set", isRetained: false, now: .zero
            )
            bridge.broker(said: "ON", at: "box/output/pump/set", isRetained: false, now: .zero)
        }
        let first = bridge.nextRequest(at: .zero)
        #expect(first?.action == .output("lamp", .set(false)))
        #expect(bridge.nextRequest(at: .zero) == nil, "one is being asked")
        bridge.appliance(said: try Self.event(#"{"ok":true,"id":1}"#), at: .zero)
        #expect(bridge.nextRequest(at: .zero)?.action == .output("pump", .set(true)))
        bridge.appliance(said: try Self.event(#"{"ok":true,"id":2}"#), at: .zero)
        #expect(bridge.nextRequest(at: .zero) == nil)
    }

    @Test("The counters are asked for once a minute, and an appliance that does not answer counts as gone")
    func counters() throws {
        var bridge = Self.bridge()
        bridge.appliance(said: .status(Self.status()), at: .zero)
        #expect(bridge.nextRequest(at: .seconds(59)) == nil)
        #expect(bridge.nextDeadline == .seconds(60))
        #expect(bridge.nextRequest(at: .seconds(60))?.action == .status)
        #expect(!bridge.isOverdue(at: .seconds(70)))
        #expect(bridge.isOverdue(at: .seconds(71)))
        bridge.applianceLeft(because: "it does not answer", at: .seconds(71))
        #expect(Self.told(&bridge, at: .seconds(71))["box/availability"] == "offline")
        #expect(bridge.nextRequest(at: .seconds(200)) == nil)
    }

    @Test("An appliance that lets it in and says nothing is waited for, and counts as gone after ten seconds")
    func hanging() throws {
        var bridge = Self.bridge()
        bridge.applianceArrived(at: .seconds(100))
        #expect(bridge.nextDeadline == .seconds(110))
        #expect(!bridge.isOverdue(at: .seconds(110)) && bridge.isOverdue(at: .seconds(111)))
        bridge.appliance(said: .status(Self.status()), at: .seconds(105))
        #expect(bridge.nextDeadline == .seconds(165) && !bridge.isOverdue(at: .seconds(164)))
    }

    @Test("A reload that worked brings what is there now, to Home Assistant too")
    func reload() throws {
        var bridge = Self.bridge()
        bridge.appliance(said: .status(Self.status()), at: .zero)
        _ = Self.told(&bridge)
        bridge.appliance(said: try Self.event(#"{"event":"reload","problem":"bad"}"#), at: .seconds(1))
        #expect(bridge.nextRequest(at: .seconds(1)) == nil)
        bridge.appliance(said: try Self.event(#"{"event":"reload"}"#), at: .seconds(2))
        #expect(bridge.nextRequest(at: .seconds(2))?.action == .status)
        bridge.appliance(said: .status(Self.status(outputs: ["fan"])), at: .seconds(2))
        let told = Self.told(&bridge, at: .seconds(2))
        #expect(told["box/output/fan"] == "OFF" && told["box/output/lamp"] == "")
        let config = try #require(told["homeassistant/device/earshot_box/config"])
        #expect(config.contains("switch_fan") && !config.contains("switch_lamp"))
    }

    @Test("A microphone that is gone, silent or overdriven is a problem, with its reason")
    func microphone() throws {
        var bridge = Self.bridge()
        bridge.appliance(said: .status(Self.status()), at: .zero)
        #expect(Self.told(&bridge)["box/microphone"]?.contains(#""problem":false"#) == true)
        bridge.appliance(
            said: try Self.event(
                #"{"event":"availability","available":false,"source":"USB","reason":"unplugged"}"#),
            at: .zero)
        #expect(
            Self.told(&bridge)["box/microphone"] == #"{"problem":true,"reason":"unplugged","source":"USB"}"#)
        var status = Self.status()
        status.microphone.problem = "silent"
        bridge.appliance(said: .status(status), at: .zero)
        #expect(Self.told(&bridge)["box/microphone"]?.contains(#""problem":true,"reason":"silent""#) == true)
    }

    @Test("An output whose line does not obey is unknown")
    func disobedient() {
        var bridge = Self.bridge()
        var status = Self.status()
        status.outputs[0].isOn = nil
        bridge.appliance(said: .status(status), at: .zero)
        #expect(Self.told(&bridge)["box/output/lamp"] == "None")
    }

    @Test("Without words configured none passes, even where the socket tells them")
    func words() throws {
        let line = #"{"event":"command","name":"go","score":0.9,"text":"go ten","slots":{"distance":"ten"}}"#
        for tellsWords in [false, true] {
            var bridge = Self.bridge(words: tellsWords)
            bridge.appliance(said: .status(Self.status()), at: .zero)
            bridge.appliance(said: try Self.event(line), at: .zero)
            bridge.appliance(said: try Self.event(#"{"event":"final","text":"go ten"}"#), at: .zero)
            bridge.appliance(said: try Self.event(#"{"event":"partial","text":"go ten"}"#), at: .zero)
            let told = Self.told(&bridge)
            #expect(told.values.contains { $0.contains(#"go ten""#) || $0.contains(#""ten""#) } == tellsWords)
            #expect(told["box/command/go"]?.contains(#""event_type":"understood""#) == true)
        }
    }

    @Test(
        "After it was muted, and after a warning, it is asked how it is: while nothing can be heard no state follows"
    )
    func asked() throws {
        var bridge = Self.bridge()
        bridge.appliance(said: .status(Self.status()), at: .zero)
        #expect(bridge.nextRequest(at: .zero) == nil)
        bridge.broker(said: "ON", at: "box/mute/set", isRetained: false, now: .zero)
        let request = bridge.nextRequest(at: .zero)
        #expect(request?.action == .mute)
        bridge.appliance(said: try Self.event(#"{"ok":true,"id":1}"#), at: .zero)
        #expect(bridge.nextRequest(at: .zero)?.action == .status)
        bridge = Self.bridge()
        bridge.appliance(said: .status(Self.status()), at: .zero)
        bridge.appliance(said: try Self.event(#"{"event":"warning","message":"silence"}"#), at: .zero)
        #expect(bridge.nextRequest(at: .zero)?.action == .status)
    }

    @Test("Where it may not be muted from the broker, whoever asks is told how it is, and there is no switch")
    func mute() throws {
        for mayMute in [false, true] {
            var bridge = Self.bridge(mute: mayMute)
            bridge.appliance(said: .status(Self.status()), at: .zero)
            let told = Self.told(&bridge)
            #expect(told["box/mute"] == "OFF")
            let device = try DiscoveredDevice(#require(told["homeassistant/device/earshot_box/config"]))
            #expect((device.components["mute"] != nil) == mayMute)
            bridge.broker(said: "ON", at: "box/mute/set", isRetained: false, now: .zero)
            #expect(bridge.nextRequest(at: .zero)?.action == (mayMute ? .mute : nil))
            #expect(Self.told(&bridge) == (mayMute ? [:] : ["box/mute": "OFF"]))
        }
    }

    @Test("A switch that the broker knows from before is taken away, and what it showed is still told")
    func noMoreSwitch() throws {
        let topic = "homeassistant/device/earshot_box/config"
        var before = Self.bridge()
        before.appliance(said: .status(Self.status()), at: .zero)
        let known = try #require(Self.told(&before)[topic])
        var bridge = Self.bridge(mute: false)
        bridge.appliance(said: .status(Self.status()), at: .zero)
        #expect(Self.told(&bridge)["box/mute"] == "OFF")
        bridge.broker(said: known, at: topic, isRetained: true, now: .zero)
        var told: [Outbox.Message] = []
        while let message = bridge.outbox.next(at: .zero) { told.append(message) }
        #expect(told.map(\.topic) == [topic, topic])
        // With its platform alone first, which takes it away.
        let keys = try told.map { try DiscoveredDevice($0.payload).components["mute"]?.count }
        #expect(keys == [1, nil])
    }

    @Test("Names that are alike in a topic are told apart")
    func keys() {
        let keys = Keys(["big pump", "big_pump", "big/pump", "größe", ""])
        #expect(
            keys["big pump"] == "big_pump" && keys["big_pump"] == "big_pump_2"
                && keys["big/pump"] == "big_pump_3")
        #expect(keys["größe"] == "gr__e" && keys[""] == "_")
        #expect(keys.name(of: "big_pump_2") == "big_pump")
    }

    @Test(
        "Each payload of discovery keeps to what Home Assistant documents, whatever there is and whatever is allowed"
    )
    func schema() throws {
        for mayswitch in [false, true] {
            var status = Self.status(
                outputs: ["a", "b c", "ü"], commands: ["x", "y z"], mayswitch: mayswitch)
            status.counters.temperature = 50
            status.counters.restarts = 1
            var bridge = Self.bridge()
            bridge.appliance(said: .status(status), at: .zero)
            let payload = try #require(Self.told(&bridge)["homeassistant/device/earshot_box/config"])
            let device = try DiscoveredDevice(payload)
            #expect(device.present.count == 3 + 3 + 2 + 11)
        }
        var bridge = Self.bridge(discovery: nil)
        bridge.appliance(said: .status(Self.status()), at: .zero)
        #expect(Self.told(&bridge).keys.allSatisfy { $0.hasPrefix("box/") })
    }

    @Test("Home Assistant is told of every state that there is")
    func states() {
        let configuration = MQTTConfiguration(host: "box", broker: .init(host: "localhost", port: 1883))
        let discovery = Discovery(
            Self.status(), configuration, outputs: Keys(), commands: Keys(), version: "1.0")
        #expect(discovery.components["state"]?.options == ApplianceState.allCases.map(\.rawValue))
    }

    @Test("The device has the appliance's version for Home Assistant, and the bridge's where that tells none")
    func version() {
        let configuration = MQTTConfiguration(host: "box", broker: .init(host: "localhost", port: 1883))
        var status = Self.status()
        let versions: [(told: String?, shown: String)] = [(nil, "1.0"), ("1.1", "1.1")]
        for (told, shown) in versions {
            status.version = told
            let discovery = Discovery(
                status, configuration, outputs: Keys(), commands: Keys(), version: "1.0")
            #expect(discovery.device.version == shown)
            #expect(discovery.origin.version == "1.0")
        }
    }
}
