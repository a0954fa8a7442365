import CEvdev
import Testing

@testable import KeyboardBridge

/// Text becomes keys, and a desktop of the same layout makes the same text of them.
@Suite struct TypewriterTests {
    static let layouts = [
        ("us", ""), ("us", "intl"), ("gb", ""), ("de", ""), ("de", "nodeadkeys"), ("fr", ""), ("es", ""),
        ("it", ""), ("pt", ""),
        ("se", ""), ("pl", ""), ("cz", ""), ("ru", ""), ("gr", ""),
    ]

    private func typewriter(_ layout: String, _ variant: String = "") throws -> Typewriter {
        Typewriter(layout: try KeyboardLayout(layout, variant: variant))
    }

    @Test("Every character that a layout has reads the same", arguments: layouts)
    func everyCharacter(layout: (name: String, variant: String)) throws {
        let typewriter = try typewriter(layout.name, layout.variant)
        // A space that is broader or narrower is typed as one.
        let characters = typewriter.layout.keystrokes.keys.sorted().filter { $0 == " " || !$0.isWhitespace }
        #expect(characters.count > 90)
        let reader = Reader(layout.name, variant: layout.variant)
        for character in characters {
            let before = reader.text
            let typed = typewriter.write(String(character))
            for event in typed.strokes.joined() { reader.take(event) }
            #expect(reader.text == before + String(character))
            #expect(typed.length == 1)
        }
    }

    @Test(
        "What people dictate reads the same in their country's layout",
        arguments: [
            ("us", "The pump's at 25% (see p. 7): mail jo_anne@kiosk-07.example, \"now\"!"),
            ("de", "Größe 3,5 m² für Zoë & Søren?  Äpfel: 2 €; jo@haus.example [ja] {nein} ~ café"),
            ("fr", "Où est l'élève Gaël ? À côté, ça coûte 12 € (très chère) : zoe@ecole.example"),
            ("es", "¿Mañana? ¡Sí! El niño cumplió 12 años; pingüino @ 100 %"),
            ("se", "Åsa åt två räksmörgåsar på Öland, idé nr 3"),
        ])
    func sentences(layout: String, text: String) throws {
        let typed = try typewriter(layout).write(text)
        #expect(typed.missing == [])
        #expect(typed.read(layout) == text)
        #expect(typed.length == text.count)
    }

    @Test("An accent that comes as a character of its own is typed as one with its letter")
    func decomposed() throws {
        #expect(try typewriter("fr").write("cafe\u{301}").read("fr") == "café")
    }

    @Test("Marks of print that no key has become those that one has")
    func print() throws {
        let typed = try typewriter("us").write("“It’s – well … fine”")
        #expect(typed.read("us") == "\"It's - well ... fine\"")
        #expect(typed.missing == [])
        #expect(typed.length == 22)
    }

    @Test("A character that no key has is left out and told, or typed by its number")
    func others() throws {
        var typewriter = try typewriter("us")
        let typed = typewriter.write("Zoë→ ë")
        #expect(typed.missing == ["ë", "→", "ë"])
        #expect(typed.read("us") == "Zo ")
        typewriter.unicode = .ctrlShiftU
        let entry = try #require(typewriter.write("é").strokes.first)
        #expect(
            entry.filter(\.isPressed).map(\.code)
                == [KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_U, KEY_E, KEY_9, KEY_SPACE].map(UInt32.init))
        #expect(entry.filter { !$0.isPressed }.count == 6)
        typewriter.unicode = .console
        let number = try #require(typewriter.write("é").strokes.first)
        #expect(
            number.filter(\.isPressed).map(\.code)
                == [KEY_LEFTALT, KEY_KP2, KEY_KP3, KEY_KP3].map(UInt32.init))
        #expect(number.last == KeyEvent(code: UInt32(KEY_LEFTALT), isPressed: false))
        #expect(typewriter.write("é").length == 1)
    }

    @Test("A character of several parts is not half typed")
    func joined() throws {
        var typewriter = try typewriter("us")
        typewriter.unicode = .ctrlShiftU
        let typed = typewriter.write("a👩‍🚀")
        #expect(typed.missing == ["👩‍🚀"])
        #expect(typed.read("us") == "a")
    }

    @Test("A line break is a space, and the Return key where that is wanted")
    func lineBreaks() throws {
        var typewriter = try typewriter("us")
        #expect(typewriter.write("one\ntwo").read("us") == "one two")
        typewriter.hasReturns = true
        #expect(typewriter.write("one\ntwo").read("us") == "one\ntwo")
    }

    @Test("Text presses no key but such that write")
    func controls() throws {
        let typed = try typewriter("us").write("a\u{1b}\u{8}\u{7f}\u{3}b")
        #expect(typed.read("us") == "ab")
        #expect(typed.strokes.count == 2)
    }

    @Test("Nothing is held when a text is at its end", arguments: ["us", "de", "fr"])
    func letGo(layout: String) throws {
        let reader = Reader(layout)
        for event in try typewriter(layout).write("Ä {[@]} É 3 €").strokes.joined() { reader.take(event) }
        #expect(reader.held == [])
    }

    @Test("A layout that nobody knows is refused with what to do")
    func unknown() {
        #expect(throws: KeyboardError.unknownLayout("klingon", variant: "")) { try KeyboardLayout("klingon") }
        do {
            _ = try KeyboardLayout("de", variant: "wrong")
        } catch {
            #expect(error.description.contains("no keyboard layout 'de' with variant 'wrong'"))
        }
    }
}
