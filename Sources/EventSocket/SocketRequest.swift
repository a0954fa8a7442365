import FoundationEssentials

/// What a program asks of the appliance over its socket: one line of JSON.
///
/// ```json
/// {"request": "mute", "id": 7}
/// {"request": "output", "name": "lamp", "set": true}
/// ```
package struct SocketRequest: Sendable, Hashable {
    /// What is asked for.
    package enum Action: Sendable, Hashable {
        case status
        case mute
        case unmute
        case press
        case release
        case cancel
        case reload
        case say(String)
        case output(String, OutputChange)
    }

    /// What an output is to do.
    package enum OutputChange: Sendable, Hashable {
        case set(Bool)
        case toggle
        /// On, and off again after this time, 10 ms to a day.
        case onFor(Duration)
    }

    /// What the program calls this request; the reply has it, too.
    package enum Identifier: Sendable, Hashable, Codable {
        case number(Int)
        /// One that is no whole number of 64 bits.
        case fraction(Double)
        case text(String)

        package init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            self =
                try (try? value.decode(Int.self)).map(Self.number)
                ?? (try? value.decode(Double.self)).map(Self.fraction) ?? .text(value.decode(String.self))
        }

        package func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .number(let number): try value.encode(number)
            case .fraction(let number): try value.encode(number)
            case .text(let text): try value.encode(text)
            }
        }
    }

    /// A line that asks for nothing that there is, and what would.
    package struct Mistake: Error, Sendable, Hashable {
        package var text: String
        package var name: String?
        package var id: Identifier?
    }

    package static let names = [
        "status", "mute", "unmute", "press", "release", "cancel", "reload", "say", "output",
    ]

    package var action: Action
    package var id: Identifier?

    package init(_ action: Action, id: Identifier? = nil) {
        self.action = action
        self.id = id
    }

    /// One of ``names``.
    package var name: String {
        switch action {
        case .status: "status"
        case .mute: "mute"
        case .unmute: "unmute"
        case .press: "press"
        case .release: "release"
        case .cancel: "cancel"
        case .reload: "reload"
        case .say: "say"
        case .output: "output"
        }
    }
}

// MARK: - JSON

extension SocketRequest {
    private struct Form: Codable {
        enum CodingKeys: String, CodingKey { case request, id, text, name, set, toggle, onFor = "on_for" }

        var request: String
        var id: Identifier?
        var text: String?
        var name: String?
        var set: Bool?
        var toggle: Bool?
        var onFor: Double?
        /// What a value should be that is something else; not in JSON.
        var misfit: String?

        init(request: String, id: Identifier?) {
            self.request = request
            self.id = id
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            request = try values.decode(String.self, forKey: .request)
            id = try? values.decodeIfPresent(Identifier.self, forKey: .id)
            // A program that waits for a reply with its id is to get one, whatever is wrong with the rest.
            var misfit: String?
            func value<Value: Decodable>(_ key: CodingKeys, _ kind: String) -> Value? {
                do {
                    return try values.decodeIfPresent(Value.self, forKey: key)
                } catch {
                    misfit = misfit ?? "'\(key.rawValue)' is \(kind)"
                    return nil
                }
            }
            text = value(.text, #"a text, as in "text": "lamp on""#)
            name = value(.name, #"a text, as in "name": "lamp""#)
            set = value(.set, "true or false, without quotes")
            toggle = value(.toggle, "true, without quotes")
            onFor = value(.onFor, "a number of seconds, without quotes")
            if id == nil, values.contains(.id), (try? values.decodeNil(forKey: .id)) != true {
                misfit = "'id' is a number or a text"
            }
            self.misfit = misfit
        }
    }

    /// The request as one line of JSON, without its line break.
    package var json: String {
        var form = Form(request: name, id: id)
        switch action {
        case .say(let text): form.text = text
        case .output(let output, let change):
            form.name = output
            switch change {
            case .set(let isOn): form.set = isOn
            case .toggle: form.toggle = true
            case .onFor(let span): form.onFor = span / .seconds(1)
            }
        case .status, .mute, .unmute, .press, .release, .cancel, .reload: break
        }
        return jsonLine(form)
    }

    /// Reads a line.
    ///
    /// - Throws: What is wrong with it, and what to write.
    package init(_ line: [UInt8]) throws(Mistake) {
        let form: Form
        do {
            form = try JSONDecoder().decode(Form.self, from: Data(line))
        } catch {
            throw Mistake(text: #"a request is one line of JSON such as {"request": "status"}"#)
        }
        func wrong(_ text: String) -> Mistake { Mistake(text: text, name: form.request, id: form.id) }
        id = form.id
        if let misfit = form.misfit { throw wrong(misfit) }
        switch form.request {
        case "status": action = .status
        case "mute": action = .mute
        case "unmute": action = .unmute
        case "press": action = .press
        case "release": action = .release
        case "cancel": action = .cancel
        case "reload": action = .reload
        case "say":
            guard let text = form.text else {
                throw wrong(#"'say' needs the words, as in "text": "lamp on""#)
            }
            action = .say(text)
        case "output":
            guard let output = form.name else { throw wrong(#"'output' needs a name, as in "name": "lamp""#) }
            switch (form.set, form.onFor, form.toggle) {
            case (let isOn?, nil, nil): action = .output(output, .set(isOn))
            case (nil, nil, true): action = .output(output, .toggle)
            case (nil, let seconds?, nil):
                guard (0.01...86_400).contains(seconds) else {
                    throw wrong("'on_for' is in seconds, 0.01 to 86400")
                }
                action = .output(output, .onFor(.microseconds(Int64((seconds * 1e6).rounded()))))
            default:
                throw wrong(#"'output' needs one of "set": true or false, "on_for": SECONDS, "toggle": true"#)
            }
        default:
            throw wrong(
                "there is no request '\(form.request.prefix(40))'; there are \(Self.names.joined(separator: ", "))"
            )
        }
    }
}
