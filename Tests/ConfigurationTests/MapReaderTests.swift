import Configuration
import Testing

private enum Trust: String, CaseIterable, SettingValue { case normal, strict, loose }

/// What is complained of when `text` is read by `body`.
private func diagnostics(_ text: String, _ body: (MapReader) -> Void) throws -> [String] {
    let document = try Document(text: text, name: "t.yaml")
    let diagnostics = Diagnostics(of: document)
    let reader = MapReader(document.root, diagnostics)
    body(reader)
    reader.finish()
    return diagnostics.sorted.map(\.description)
}

/// `text` decoded as the value of a key, and what was complained of.
private func decode<Value: SettingValue>(_ text: String, as type: Value.Type) throws -> (Value?, [String]) {
    var value: Value?
    let said = try diagnostics("key: \(text)\n") { value = $0.optional("key") }
    return (value, said)
}

@Suite struct MapReaderTests {
    @Test("Everything that is wrong is reported in one run, in the file's order")
    func collected() throws {
        let said = try diagnostics("pim: 17\nmax_on: 5\ntrust: strickt\nname: [a]\npim: 1\n") { reader in
            #expect(reader.required("pin", Int.self) == nil)
            #expect(reader.optional("max_on", Duration.self) == nil)
            #expect(reader.optional("trust", Trust.self) == nil)
            #expect(reader.optional("name", String.self) == nil)
        }
        #expect(
            said == [
                "t.yaml:1:1: 'pin' is missing; add it",
                "t.yaml:1:1: unknown key 'pim'; did you mean 'pin'?",
                "t.yaml:2:9: expected a time with its unit such as 500ms, 2s, 10m or 1h, not '5'",
                "t.yaml:3:8: expected one of normal, strict, loose, not 'strickt'; did you mean 'strict'?",
                "t.yaml:4:7: expected text, but this is a list; put text that begins with '[' or '{' in quotes",
                "t.yaml:5:1: 'pim' was given before, on line 1; remove one",
            ])
    }

    @Test("A key far from every known one lists the known ones")
    func unknown() throws {
        let said = try diagnostics("colour: red\n") { _ = $0.optional("pin", Int.self) }
        #expect(said == ["t.yaml:1:1: unknown key 'colour'; known: 'pin'"])
    }

    @Test("A text in braces that its ',' has cut in two is to be put in quotes")
    func comma() throws {
        let said = try diagnostics("{ device: hw:1,0, rate: , trust }\n") {
            for key in ["device", "rate"] { _ = $0.optional(key, String.self) }
        }
        #expect(
            said.contains(
                "t.yaml:1:16: unknown key '0'; a ',' ends the value of 'device': put all of that in quotes"),
            "\(said)")
        #expect(
            try diagnostics("rate: 1\ntrust:\n") { _ = $0.node("rate") }.first?.hasSuffix("known: 'rate'")
                == true)
    }

    @Test("So is one before white space and the closing brace")
    func commaBeforeBrace() throws {
        let said = try diagnostics("{ device: plughw:CARD=USB,DEV=0 }\n") {
            _ = $0.optional("device", String.self)
        }
        #expect(
            said == [
                "t.yaml:1:27: unknown key 'DEV=0'; a ',' ends the value of 'device': put all of that in quotes"
            ])
    }

    @Test("A ':' without a space after it makes no key, and the remedy is the space")
    func noSpace() throws {
        #expect(
            try diagnostics("{line:GPIO22}\n") { _ = $0.optional("line", String.self) } == [
                "t.yaml:1:2: unknown key 'line:GPIO22'; write a space after the ':', 'line: GPIO22'"
            ])
        #expect(
            try diagnostics("outputs:\n  lamp:GPIO22\n") { $0.map("outputs")?.finish() } == [
                "t.yaml:2:3: expected keys with values, but this is text; write a space after the ':', 'lamp: GPIO22'"
            ])
        #expect(
            try diagnostics("capture: plughw:CARD=USB\n") { $0.map("capture")?.finish() } == [
                "t.yaml:1:10: expected keys with values, but this is text"
            ], "a text behind its key was not meant as one")
        #expect(
            try diagnostics("{ rate: 1, trsut: # later\n}\n") {
                _ = $0.node("rate"); _ = $0.node("trust")
            } == [
                "t.yaml:1:12: unknown key 'trsut'; did you mean 'trust'?"
            ], "a comment stands behind its ':'")
    }

    @Test("Diagnostics are thrown together, and none pass")
    func check() throws {
        let diagnostics = Diagnostics()
        try diagnostics.check()
        diagnostics.add("b", at: Mark(file: "t", line: 10, column: 1))
        diagnostics.add("a", at: Mark(file: "t", line: 9, column: 1))
        diagnostics.add("a", at: Mark(file: "t", line: 9, column: 1))
        #expect(throws: ConfigurationError.invalid(diagnostics.sorted)) { try diagnostics.check() }
        #expect(diagnostics.sorted.map(\.text) == ["a", "b"])
    }

    @Test("A number out of range names the range")
    func range() throws {
        let said = try diagnostics("pin: 300\nhold: 2h\nlevel: 101%\nwait: 99999999999h\nscore: 21\n") {
            reader in
            #expect(reader.optional("pin", Int.self, in: 0...53) == nil)
            #expect(reader.required("hold", Duration.self, in: .zero ... .seconds(3600)) == nil)
            #expect(
                reader.optional("level", Percent.self, in: Percent(fraction: 0)...Percent(fraction: 1)) == nil
            )
            #expect(reader.optional("wait", Duration.self, in: .zero ... .seconds(90)) == nil)
            #expect(reader.optional("score", Double.self, in: -20...20.5) == nil)
        }
        #expect(said[0] == "t.yaml:1:6: 300 is out of range; give 0 to 53")
        #expect(said[1].hasPrefix("t.yaml:2:7: 2h is out of range; give 0s to 1h"))
        #expect(said[2] == "t.yaml:3:8: 101% is out of range; give 0% to 100%")
        #expect(said[3] == "t.yaml:4:7: 99999999999h is out of range; give 0s to 90s")
        #expect(said[4] == "t.yaml:5:8: 21 is out of range; give -20 to 20.5")
    }

    @Test("A number with a unit is told to do without")
    func unit() throws {
        let said = try diagnostics("high_pass: 80Hz\n") { reader in
            #expect(reader.optional("high_pass", Double.self, in: 20...500) == nil)
        }
        #expect(said == ["t.yaml:1:12: expected a number without a unit, such as 80 or 0.5, not '80Hz'"])
    }

    @Test("A section without entries is an empty map; a text in its place is not")
    func sections() throws {
        #expect(try diagnostics("rules:\n  # none yet\n") { $0.map("rules")?.finish() } == [])
        #expect(
            try diagnostics("rules: x\n") { $0.map("rules")?.finish() } == [
                "t.yaml:1:8: expected keys with values, but this is text"
            ])
    }

    @Test("A value may stand alone, or in a map with more beside it")
    func valueOrMap() throws {
        var values: [Int?] = []
        var units: [String?] = []
        let said = try diagnostics("a: 5\nb: {n: 6, unit: s}\nc: {unit: s}\nd: {n: 7, unti: s}\ne:\n") {
            reader in
            for entry in reader.entries {
                guard let node = reader.node(entry.key) else { continue }
                let (value, more) = MapReader.open(node, "n", Int.self, reader.diagnostics)
                values.append(value)
                units.append(more?.optional("unit", String.self))
                more?.finish()
            }
        }
        #expect(values == [5, 6, nil, 7, nil])
        #expect(units == [nil, "s", "s", nil, nil])
        #expect(
            said == [
                "t.yaml:3:4: 'n' is missing; add it", "t.yaml:4:11: unknown key 'unti'; did you mean 'unit'?",
                "t.yaml:5:3: expected a whole number such as 5, but this is nothing; give it one, or remove the key",
            ])
    }

    @Test("A key with no value is complained of, and may be complained of by its reader")
    func noValue() throws {
        let said = try diagnostics("pin:\nname: x\n") { reader in
            #expect(reader.optional("pin", Int.self) == nil)
            #expect(reader.optional("name", String.self) == "x")
            reader.report("is taken; choose another", about: "name")
            reader.report("is needed", about: "absent")
        }
        #expect(
            said == [
                "t.yaml:1:1: is needed",
                "t.yaml:1:5: expected a whole number such as 5, but this is nothing; give it one, or remove the key",
                "t.yaml:2:7: is taken; choose another",
            ])
    }
}

@Suite struct SettingValueTests {
    @Test(
        "Durations are a number and its unit, or several",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("2s", .seconds(2)), ("1.5 s", .milliseconds(1500)),
            ("10m", .seconds(600)), ("10 min", .seconds(600)), ("1h", .seconds(3600)),
            ("1h 30m", .seconds(5400)),
            ("0", .zero), ("0.1s", .milliseconds(100)), ("\"2s\"", .seconds(2)),
        ])
    func durations(text: String, expected: Duration) throws {
        #expect(try decode(text, as: Duration.self).0 == expected)
    }

    @Test(
        "What is no duration is refused",
        arguments: ["5", "s", "5x", "-1s", "1.2.3s", "1e3s", "\"\"", "1s 5"])
    func noDurations(text: String) throws {
        let (value, said) = try decode(text, as: Duration.self)
        #expect(value == nil)
        #expect(said.count == 1)
    }

    @Test("Booleans are on, off, yes, no, true, false in any case")
    func booleans() throws {
        for text in ["on", "yes", "true", "True", "ON"] { #expect(try decode(text, as: Bool.self).0 == true) }
        for text in ["off", "no", "false", "No"] { #expect(try decode(text, as: Bool.self).0 == false) }
        #expect(try decode("1", as: Bool.self).1 == ["t.yaml:1:6: expected on or off, not '1'"])
    }

    @Test("Numbers are finite decimals")
    func numbers() throws {
        #expect(try decode("17", as: Int.self).0 == 17)
        #expect(try decode("-3", as: Int.self).0 == -3)
        #expect(try decode("-0.5", as: Double.self).0 == -0.5)
        #expect(try decode("1e-80", as: Double.self).0 == 1e-80)
        for text in ["nan", "inf", "0x10", "1,5", "seven", "99999999999999999999"] {
            #expect(try decode(text, as: Int.self).0 == nil)
        }
        for text in ["nan", "inf", "-inf", "0x10", "1,5", "1e999"] {
            #expect(try decode(text, as: Double.self).0 == nil)
        }
    }

    @Test("Percentages carry their sign")
    func percents() throws {
        #expect(try decode("70%", as: Percent.self).0 == Percent(fraction: 0.7))
        #expect(try decode("12.5 %", as: Percent.self).0 == Percent(fraction: 0.125))
        #expect(try decode("70", as: Percent.self).0 == nil)
        #expect(Percent(fraction: 0.7).description == "70%")
        #expect(Percent(fraction: 0.125).description == "12.5%")
    }

    @Test("A percentage is said as it was written")
    func percentAsWritten() {
        for thousandths in 0...1000 {
            let (whole, tenth) = thousandths.quotientAndRemainder(dividingBy: 10)
            let text = tenth == 0 ? "\(whole)%" : "\(whole).\(tenth)%"
            #expect(Percent(setting: text)?.description == text)
        }
    }

    @Test("A list of values may be a single value; one bad item is named at its own place")
    func lists() throws {
        #expect(try decode("[a, b]", as: [String].self).0 == ["a", "b"])
        #expect(try decode("a", as: [String].self).0 == ["a"])
        let (value, said) = try decode("[1, x, 3, y]", as: [Int].self)
        #expect(value == nil)
        #expect(said.map { $0.prefix(11) } == ["t.yaml:1:10", "t.yaml:1:16"])
    }
}

@Suite struct NearestTests {
    @Test("The nearest word is found through a slip of the finger, and none is far away")
    func nearestWord() {
        #expect(nearest(to: "actve_low", among: ["pin", "active_low"]) == "active_low")
        #expect(nearest(to: "pni", among: ["name", "pin"]) == "pin")
        #expect(nearest(to: "PIN", among: ["pin"]) == "pin")
        #expect(nearest(to: "x", among: ["pin"]) == nil)
        #expect(nearest(to: "colour", among: ["pin", "name"]) == nil)
        #expect(nearest(to: "a", among: []) == nil)
        #expect(nearest(to: "", among: ["a"]) == "a")
    }
}
