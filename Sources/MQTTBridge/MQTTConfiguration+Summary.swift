extension MQTTConfiguration {
    /// What it comes to on this machine, for people.
    package var summary: String {
        let topics = Topics(self)
        let security =
            (broker.tls == nil ? ", without TLS" : ", TLS") + (broker.user.map { ", user \($0)" } ?? "")
        return """
            broker                \(broker.host):\(broker.port)\(security)
            appliance             \(socket)
            device                \(name) (\(topics.id))
            topics                \(topic)/…
            discovery             \(topics.configuration ?? "off")
            words that were said  \(tellsWords ? "told, as far as the appliance's socket tells them" : "not told")
            mute                  \(mayMute ? "passed on to the appliance" : "not passed on")
            counters              every \(Int(interval / .seconds(1))) s
            """
    }
}
