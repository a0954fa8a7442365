import Foundation
import TestSupport
import Testing

/// The page, and a kiosk's own page, in a real browser.
@Suite(
    .serialized, .enabled(if: Chromium.isInstalled, "needs 'make check-page'"),
    .timeLimit(.minutes(minutesOfAllTests))) struct BrowserTests
{
    private let browser = try! Chromium()

    /// A kiosk's own form, as Page.md shows it, on a server of its own.
    private final class Form {
        let port = FreePort.find()
        let folder = TemporaryFolder()
        private(set) var server: RunningProgram?

        var origin: String { "http://127.0.0.1:\(port)" }

        func serve(bridge: Int, _ body: String = Form.body) throws {
            folder.write(
                """
                <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Order</title>
                <style>body { font: 1.25rem sans-serif; margin: 2rem } input, textarea, button { font: inherit; padding: .5rem }
                textarea { width: 100% } p { margin: .75rem 0 } [data-earshot-state=recording] button { background: #9c0f0f; color: #fff }</style>
                \(body)
                <script src="http://127.0.0.1:\(bridge)/earshot.js" defer></script></html>
                """, to: "index.html")
            server = try RunningProgram(
                "python3", ["-u", "-m", "http.server", "-b", "127.0.0.1", "-d", folder.path, "\(port)"])
            try server?.writes("Serving HTTP")
        }

        static let body = """
            <h1>Your order</h1>
            <p><label for="name">Name</label> <input id="name" placeholder="Who are you?"></p>
            <p><label for="line">In a line</label> <input id="line" data-earshot placeholder="Hold the button"></p>
            <p><label for="order">What may it be?</label><br>
              <textarea id="order" rows="3" data-earshot placeholder="Hold the button, and speak"></textarea></p>
            <button type="button" data-earshot-hold>Speak</button>
            """
    }

    /// A page with fields that is open, and listens to an appliance which says what it is told to.
    private struct Visit {
        let form: Form
        let kiosk: Kiosk
        let appliance: FakeAppliance
        let page: Page
    }

    /// - Parameters:
    ///   - setting: what the bridge allows.
    ///   - body: what is on the page.
    private func visit(
        allowing setting: String = "words: on", with body: String = Form.body, look: Page.Look = .init()
    ) throws -> Visit {
        let form = Form()
        let kiosk = try Kiosk("\(setting)\norigins: ['\(form.origin)']")
        let appliance = try kiosk.startFakeAppliance()
        try form.serve(bridge: kiosk.port, body)
        let page = try browser.open(form.origin, look)
        try page.wait(until: "document.documentElement.dataset.earshotState === 'idle'")
        return Visit(form: form, kiosk: kiosk, appliance: appliance, page: page)
    }

    // MARK: - A kiosk's own page

    @Test("Hold, speak, let go: the field of a kiosk's own page has the text")
    func dictation() throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\npress: on\norigins: ['\(form.origin)']")
        let appliance = try kiosk.startAppliance()
        try form.serve(bridge: kiosk.port)
        let page = try browser.open(form.origin, .init(height: 520))
        try page.wait(until: "document.documentElement.dataset.earshotState === 'idle'")
        try page.value("document.querySelector('#order').focus()")
        try page.mouse(.down, at: "[data-earshot-hold]")
        try page.wait(until: "document.documentElement.dataset.earshotState === 'recording'")
        try appliance.feed(Recording.goForwardTenMeters)
        try appliance.writes(Recording.mostOfIt, within: .seconds(300))
        try page.wait(until: "document.querySelector('#order').placeholder.startsWith('Go forward')")
        try page.mouse(.up, at: "[data-earshot-hold]")
        let text = try Recording.finalText(of: appliance)
        #expect(text.hasPrefix("Go forward"))
        try page.wait(until: "document.querySelector('#order').value === '\(text)'")
        #expect(try page.text("document.querySelector('#line').value") == "", "in the other field is nothing")
        #expect(try page.text("document.querySelector('#order').placeholder") == "Hold the button, and speak")
    }

    @Test("Held through a pause: what was said before it stands in the field at once, and then all of it")
    func pieces() throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\npress: on\norigins: ['\(form.origin)']")
        let appliance = try kiosk.startAppliance()
        try form.serve(bridge: kiosk.port)
        let page = try browser.open(form.origin, .init(height: 520))
        try page.wait(until: "document.documentElement.dataset.earshotState === 'idle'")
        try page.value("document.querySelector('#order').focus()")
        try page.mouse(.down, at: "[data-earshot-hold]")
        try page.wait(until: "document.documentElement.dataset.earshotState === 'recording'")
        try appliance.feed(Recording.goForwardTenMeters)
        let first = try Recording.finalText(of: appliance)
        #expect(first.hasPrefix("Go forward"))
        try page.wait(until: "document.querySelector('#order').value === '\(first)'")
        #expect(try page.text("document.documentElement.dataset.earshotState") == "recording")
        let before = appliance.lineCount
        try appliance.feed(Recording.goForwardTenMeters)
        let second = try Recording.finalText(of: appliance, after: before)
        #expect(second.hasPrefix("go forward"), "no sentence has ended")
        try page.mouse(.up, at: "[data-earshot-hold]")
        // In a pause, so that nothing is left to recognize.
        try appliance.feed(Data(count: 16_000))
        try appliance.writes(#""event":"final",.*"text":"""#, after: before)
        try page.wait(until: "document.documentElement.dataset.earshotState === 'idle'")
        #expect(try page.text("document.querySelector('#order').value") == "\(first) \(second)")
    }

    @Test("Pieces follow each other as one text, each can be taken back, and what follows takes its place")
    func piecesTakenBack() throws {
        let visit = try visit(look: .init(height: 420))
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value("document.querySelector('#order').focus()")
        func say(_ text: String, then field: String) throws {
            appliance.say(#"{"event":"final","more":true,"text":"\#(text)","v":1}"#)
            try page.wait(until: "document.querySelector('#order').value === '\(field)'")
        }
        try say("Dear Ada", then: "Dear Ada")
        try say(", buy milk", then: "Dear Ada, buy milk")
        try say("and wine.", then: "Dear Ada, buy milk and wine.")
        appliance.say(#"{"event":"retracted","text":"and wine.","v":1}"#)
        // What "scratch that" was heard in has no words of its own.
        try say("", then: "Dear Ada, buy milk")
        try say("and bread.\\n", then: "Dear Ada, buy milk and bread.\\n")
        try say("Yours", then: "Dear Ada, buy milk and bread.\\nYours")
        // Cancelled: all of it goes, the newest first.
        for text in ["Yours", "and bread.\\n", ", buy milk", "Dear Ada"] {
            appliance.say(#"{"event":"retracted","text":"\#(text)","v":1}"#)
        }
        try page.wait(until: "document.querySelector('#order').value === ''")
    }

    @Test("What is taken back goes from the field, and what somebody typed stays")
    func retraction() throws {
        let visit = try visit(look: .init(height: 420))
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            """
            window.heard = 0; const order = document.querySelector('#order');
            order.focus(); order.value = 'For Ada:'; order.addEventListener('input', () => window.heard++)
            """)
        for text in ["Buy milk.", "Buy\\nbread."] {
            appliance.say(#"{"event":"final","text":"\#(text)","v":1}"#)
        }
        try page.wait(until: "document.querySelector('#order').value === 'For Ada: Buy milk. Buy\\nbread.'")
        try page.picture("form.png")
        appliance.say(#"{"event":"retracted","text":"Buy\nbread.","v":1}"#)
        try page.wait(until: "document.querySelector('#order').value === 'For Ada: Buy milk.'")
        #expect(try page.value("window.heard") as? Int == 3, "each change is an 'input' event")
        // In a field of one line.
        try page.value("document.querySelector('#line').focus()")
        appliance.say(#"{"event":"final","text":"One\ntwo.","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'One two.'")
        appliance.say(#"{"event":"retracted","text":"One\ntwo.","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === ''")
        // Changed by hand meanwhile.
        try page.value("document.querySelector('#order').value = 'For Ada: Buy silk.'")
        appliance.say(#"{"event":"retracted","text":"Buy milk.","v":1}"#)
        appliance.say(#"{"event":"final","text":"End.","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'End.'")
        #expect(try page.text("document.querySelector('#order').value") == "For Ada: Buy silk.")
        // Typed behind it, with the same letters.
        appliance.say(#"{"event":"final","text":"No","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'End. No'")
        try page.value("document.querySelector('#line').value += ', ask Norbert'")
        appliance.say(#"{"event":"retracted","text":"No","v":1}"#)
        appliance.say(#"{"event":"final","text":"again.","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'End. No, ask Norbert again.'")
    }

    @Test("What cannot hold text is passed over, and the page is told of every event all the same")
    func others() throws {
        let visit = try visit(
            with: """
                <input id="number" type="number" data-earshot> <input id="file" type="file" data-earshot>
                <input id="box" type="checkbox" data-earshot> <div id="div" tabindex="0" data-earshot></div>
                <input id="search" type="search" data-earshot placeholder="Search">
                """)
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            "window.told = []; document.addEventListener('earshot', (e) => window.told.push(e.detail.text))")
        var text = ""
        for id in ["number", "file", "box", "div"] {
            try page.value("document.querySelector('#\(id)').focus()")
            appliance.say(#"{"event":"partial","text":"so far","v":1}"#)
            appliance.say(#"{"event":"final","text":"\#(id)","v":1}"#)
            text += text.isEmpty ? id : " \(id)"
            try page.wait(until: "window.told.includes('\(id)')")
            #expect(try page.text("document.querySelector('#search').value") == text)
        }
        #expect(try page.text("document.querySelector('#search').placeholder") == "Search")
        #expect(try page.value("document.querySelector('#box').value") as? String == "on")
        // A field that cannot be written to.
        try page.value(
            "Object.setPrototypeOf(document.querySelector('#search'), Object.create(HTMLInputElement.prototype)); 1"
        )
        appliance.say(#"{"event":"final","text":"lost","v":1}"#)
        try page.wait(until: "window.told.includes('lost')")
    }

    @Test(
        "Text goes only into a field that can be seen and changed; where there is none, the page is told so")
    func unusable() throws {
        let visit = try visit(
            with: """
                <div style="display: none"><input id="step" data-earshot></div>
                <div style="visibility: hidden"><input id="tab" data-earshot></div>
                <fieldset disabled><input id="off" data-earshot></fieldset>
                <input id="fixed" readonly data-earshot> <input id="line" data-earshot>
                """)
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            """
            window.reasons = [];
            document.addEventListener('earshot', ({ detail }) => { if (detail.event === 'failure') reasons.push(detail.reason) })
            """)
        appliance.say(#"{"event":"final","text":"Buy milk.","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'Buy milk.'")
        #expect(try page.value("reasons.length") as? Int == 0)
        try page.value("document.querySelector('#line').readOnly = true")
        appliance.say(#"{"event":"final","text":"Buy bread.","v":1}"#)
        try page.wait(until: "reasons.length > 0")
        #expect(try page.text("reasons.join()") == "no field with data-earshot can take the text")
        for id in ["step", "tab", "off", "fixed"] {
            #expect(try page.text("document.querySelector('#\(id)').value") == "")
        }
    }

    @Test("A field in an open shadow root gets the text once the cursor was there")
    func shadowRoot() throws {
        let visit = try visit(
            with: """
                <div id="host"></div><script>
                  document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML =
                    "<input data-earshot><input id='next' data-earshot>";
                </script>
                """)
        let (appliance, page) = (visit.appliance, visit.page)
        let input = "document.querySelector('#host').shadowRoot.querySelector('input')"
        try page.value("\(input).focus()")
        appliance.say(#"{"event":"final","text":"Buy milk.","v":1}"#)
        try page.wait(until: "\(input).value === 'Buy milk.'")
        let next = "document.querySelector('#host').shadowRoot.querySelector('#next')"
        try page.value("\(next).focus()")
        appliance.say(#"{"event":"final","text":"And bread.","v":1}"#)
        try page.wait(until: "\(next).value === 'And bread.'")
    }

    @Test("Words stand in the field where they were said, with all their pieces, though the cursor moves on")
    func cursorMovesOn() throws {
        let visit = try visit()
        let (appliance, page) = (visit.appliance, visit.page)
        func become(_ state: String) throws {
            appliance.say(#"{"event":"state","state":"\#(state)","v":1}"#)
            try page.wait(until: "document.documentElement.dataset.earshotState === '\(state)'")
        }
        try page.value("document.querySelector('#line').focus()")
        try become("recording")
        try page.value("document.querySelector('#order').focus()")
        appliance.say(#"{"event":"partial","text":"Ada","v":1}"#)
        try page.wait(until: "document.querySelector('#line').placeholder === 'Ada'")
        appliance.say(#"{"event":"final","more":true,"text":"Ada","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'Ada'")
        try become("deciding")
        appliance.say(#"{"event":"final","text":"Lovelace","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'Ada Lovelace'")
        try become("idle")
        try become("recording")
        appliance.say(#"{"event":"final","text":"Two coffees.","v":1}"#)
        try page.wait(until: "document.querySelector('#order').value === 'Two coffees.'")
        #expect(try page.text("document.querySelector('#line').value") == "Ada Lovelace")
    }

    @Test(
        "Each utterance is one 'change' of its field, after the last of its pieces, or when it was cancelled")
    func changes() throws {
        let visit = try visit()
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            "window.changes = []; document.addEventListener('change', ({ target }) => changes.push(target.value))"
        )
        appliance.say(#"{"event":"state","state":"recording","v":1}"#)
        appliance.say(#"{"event":"final","more":true,"text":"Buy milk","v":1}"#)
        appliance.say(#"{"event":"final","more":true,"text":"and bread.","v":1}"#)
        appliance.say(#"{"event":"final","text":"","v":1}"#)
        try page.wait(until: "changes.length > 0")
        #expect(try page.text("changes.join('|')") == "Buy milk and bread.")
        appliance.say(#"{"event":"final","more":true,"text":"And","v":1}"#)
        appliance.say(#"{"event":"retracted","text":"And","v":1}"#)
        appliance.say(#"{"event":"state","state":"idle","v":1}"#)
        try page.wait(until: "changes.length > 1")
        #expect(try page.text("changes.join('|')") == "Buy milk and bread.|Buy milk and bread.")
    }

    @Test(
        "A field takes no more than its maxlength, to the end of a word, and the page is told what is left out"
    )
    func maxLength() throws {
        let visit = try visit(
            with:
                #"<input id="line" maxlength="12" data-earshot> <textarea id="order" maxlength="8" data-earshot></textarea>"#
        )
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            """
            window.reasons = [];
            document.addEventListener('earshot', ({ detail }) => { if (detail.event === 'failure') reasons.push(detail.reason) })
            """)
        func say(_ text: String, leavingOut rest: String, of most: Int) throws {
            try page.value("reasons.length = 0")
            appliance.say(#"{"event":"final","text":"\#(text)","v":1}"#)
            try page.wait(until: "reasons.length > 0")
            let reason = try page.text("reasons.join()")
            #expect(reason == "the field takes \(most) characters at most; left out: “\(rest)”")
        }
        try say("Two coffees please", leavingOut: "please", of: 12)
        #expect(try page.text("document.querySelector('#line').value") == "Two coffees")
        try say("now", leavingOut: "now", of: 12)
        #expect(try page.text("document.querySelector('#line').value") == "Two coffees")
        try page.value("document.querySelector('#order').focus()")
        try say("Buy oatmeal", leavingOut: "oatmeal", of: 8)
        #expect(try page.text("document.querySelector('#order').value") == "Buy")
    }

    @Test("A text that comes while somebody composes stands behind what they compose, and doubles none of it")
    func composing() throws {
        let visit = try visit()
        let (appliance, page) = (visit.appliance, visit.page)
        let order = "document.querySelector('#order')"
        try page.value(
            """
            window.told = []; document.addEventListener('earshot', ({ detail }) => told.push(detail.text)); \(order).focus()
            """)
        try page.ask("Input.imeSetComposition", ["text": "nihao", "selectionStart": 5, "selectionEnd": 5])
        for line in [
            #"{"event":"final","text":"Buy milk.","v":1}"#, #"{"event":"final","text":"Scratch.","v":1}"#,
            #"{"event":"retracted","text":"Scratch.","v":1}"#,
            #"{"event":"final","text":"And bread.","v":1}"#,
        ] { appliance.say(line) }
        try page.wait(until: "told.includes('And bread.')")
        #expect(try page.text("\(order).value") == "nihao")
        try page.ask("Input.insertText", ["text": "你好"])
        try page.wait(until: "\(order).value === '你好 Buy milk. And bread.'", within: .seconds(60))
    }

    @Test(
        "An utterance that was cancelled when the field was full keeps nothing of the next one out of another field"
    )
    func roomAgain() throws {
        let visit = try visit(
            with:
                #"<input id="line" maxlength="4" data-earshot> <input id="order" maxlength="20" data-earshot>"#
        )
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value("document.querySelector('#line').focus()")
        for line in [
            #"{"event":"state","state":"recording","v":1}"#,
            #"{"event":"final","more":true,"text":"Buy milk","v":1}"#,
            #"{"event":"retracted","text":"Buy milk","v":1}"#,
            #"{"event":"state","state":"idle","v":1}"#,
            #"{"event":"state","state":"listening","v":1}"#,
        ] { appliance.say(line) }
        try page.wait(until: "document.documentElement.dataset.earshotState === 'listening'")
        try page.value("document.querySelector('#order').focus()")
        for line in [
            #"{"event":"state","state":"recording","v":1}"#,
            #"{"event":"state","state":"deciding","v":1}"#,
            #"{"event":"final","text":"Buy bread.","v":1}"#,
        ] { appliance.say(line) }
        try page.wait(until: "document.documentElement.dataset.earshotState === 'deciding'")
        try page.wait(until: "document.querySelector('#order').value === 'Buy bread.'", within: .seconds(60))
    }

    @Test("Whoever corrects a field while text comes keeps the cursor there; at its end, it stays at the end")
    func caret() throws {
        let visit = try visit()
        let (appliance, page) = (visit.appliance, visit.page)
        let order = "document.querySelector('#order')"
        try page.value("\(order).focus()")
        appliance.say(#"{"event":"final","text":"Buy silk.","v":1}"#)
        try page.wait(until: "\(order).value === 'Buy silk.'")
        #expect(try page.value("\(order).selectionStart") as? Int == 9)
        try page.value("\(order).setSelectionRange(4, 5)")
        appliance.say(#"{"event":"final","text":"And bread.","v":1}"#)
        try page.wait(until: "\(order).value === 'Buy silk. And bread.'")
        #expect(try page.text("[\(order).selectionStart, \(order).selectionEnd].join()") == "4,5")
    }

    @Test("Where commands are heard, no word stands in a form, not even of what is refused only afterwards")
    func commands() throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\norigins: ['\(form.origin)']")
        let appliance = try kiosk.startFakeAppliance(commands: ["lamp"])
        try form.serve(bridge: kiosk.port)
        let page = try browser.open(form.origin)
        try page.wait(until: "document.documentElement.dataset.earshotState === 'idle'")
        try page.value("document.addEventListener('earshot', (e) => { window.last = e.detail.event })")
        appliance.say(#"{"event":"partial","text":"lamp","v":1}"#)
        appliance.say(#"{"event":"final","text":"lamp on","v":1}"#)
        appliance.say(#"{"event":"rejected","reason":"background","text":"lamp on","v":1}"#)
        try page.wait(until: "window.last === 'rejected'")
        for field in ["line", "order"] {
            #expect(try page.text("document.querySelector('#\(field)').value") == "")
        }
        #expect(try page.text("document.querySelector('#line').placeholder") == "Hold the button")
        try kiosk.bridge.writes("the appliance hears commands; 'recognize: dictation'")
    }

    @Test(
        "A page that cannot be seen takes no text, and a field that the cursor left has its placeholder again"
    )
    func hidden() throws {
        let visit = try visit()
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value("document.querySelector('#line').focus()")
        appliance.say(#"{"event":"partial","text":"buy","v":1}"#)
        try page.wait(until: "document.querySelector('#line').placeholder === 'buy'")
        try page.value("document.querySelector('#order').focus()")
        appliance.say(#"{"event":"final","text":"Buy milk.","v":1}"#)
        try page.wait(until: "document.querySelector('#order').value === 'Buy milk.'")
        #expect(try page.text("document.querySelector('#line').placeholder") == "Hold the button")
        try page.value("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
        // Said to another page, and taken back there.
        appliance.say(#"{"event":"final","text":"Buy milk.","v":1}"#)
        appliance.say(#"{"event":"retracted","text":"Buy milk.","v":1}"#)
        appliance.say(#"{"event":"state","state":"deciding","v":1}"#)
        try page.wait(until: "document.documentElement.dataset.earshotState === 'deciding'")
        #expect(try page.text("document.querySelector('#order').value") == "Buy milk.")
    }

    @Test("A page that was left, or that the browser has frozen, takes nothing later that was said meanwhile")
    func leftForAWhile() throws {
        let visit = try visit()
        let (appliance, page) = (visit.appliance, visit.page)
        let other = try browser.open("http://localhost:\(visit.kiosk.port)/")
        let (reader, _) = try visit.kiosk.follow()
        try page.value(
            """
            window.missed = 0;
            document.addEventListener('earshot', ({ detail }) => { if (detail.event === 'missed') missed++ })
            """)
        func sayToNobody() throws {
            reader.forget()
            appliance.say(#"{"event":"final","text":"Buy milk.","v":1}"#)
            try reader.read(until: #/Buy milk/#)
        }
        try page.ask("Page.bringToFront")
        try page.ask("Page.navigate", ["url": "about:blank"])
        try page.wait(until: "location.href === 'about:blank'")
        try sayToNobody()
        try page.value("history.back()")
        try page.wait(
            until: "window.missed === 1 && document.documentElement.dataset.earshotState === 'idle'")
        try other.ask("Page.bringToFront")
        try page.ask("Page.setWebLifecycleState", ["state": "frozen"])
        try sayToNobody()
        try page.ask("Page.setWebLifecycleState", ["state": "active"])
        try page.ask("Page.bringToFront")
        try page.wait(
            until: "window.missed === 2 && document.documentElement.dataset.earshotState === 'idle'")
        appliance.say(#"{"event":"final","text":"Buy bread.","v":1}"#)
        try page.wait(until: "document.querySelector('#line').value === 'Buy bread.'")
    }

    @Test(
        "The words so far go with what they were said in: when it is cancelled, muted or away, and not before",
        arguments: ["idle", "muted", "recording", "away"])
    func partials(end: String) throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\norigins: ['\(form.origin)']")
        let appliance = try kiosk.startFakeAppliance()
        try form.serve(bridge: kiosk.port)
        let own = try browser.open("http://localhost:\(kiosk.port)/")
        let other = try browser.open(form.origin)
        let state = "document.documentElement.dataset.earshotState"
        for page in [own, other] { try page.wait(until: "\(state) === 'idle'") }
        appliance.say(#"{"event":"state","state":"recording","v":1}"#)
        appliance.say(#"{"event":"partial","text":"buy milk","v":1}"#)
        appliance.say(#"{"event":"output","name":"lamp","on":true,"v":1}"#)
        appliance.say(#"{"event":"state","state":"deciding","v":1}"#)
        for page in [own, other] { try page.wait(until: "\(state) === 'deciding'") }
        try own.wait(until: "document.querySelector('#partial').textContent === 'buy milk'")
        try other.wait(until: "document.querySelector('#line').placeholder === 'buy milk'")
        if end == "away" {
            kiosk.bridge.end()
        } else {
            appliance.say(#"{"event":"state","state":"\#(end)","v":1}"#)
        }
        try own.wait(until: "document.querySelector('#partial').textContent === ''")
        try other.wait(until: "document.querySelector('#line').placeholder === 'Hold the button'")
    }

    @Test("A tap, or a key that comes up elsewhere, lets go of the button")
    func tap() throws {
        let kiosk = try Kiosk("press: on")
        let appliance = try kiosk.startFakeAppliance()
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "!document.querySelector('#hold').hidden")
        // Faster than any answer.
        try page.value(
            """
            for (const name of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
              document.querySelector('#hold').dispatchEvent(new PointerEvent(name, { bubbles: true, button: 0 }))
            """)
        wait(for: ["press", "release", "press", "release"], at: appliance)
        try tab(page, to: "hold")
        try page.key(.down, " ")
        try page.key(.down, "Tab")
        try page.key(.up, "Tab")
        try page.key(.up, " ")
        wait(for: ["press", "release", "press", "release", "press", "release"], at: appliance)
        #expect(try page.text("document.querySelector('#hold').getAttribute('aria-pressed')") == "false")
        #expect(try page.value("document.querySelector('#trouble').hidden") as? Bool == true)
    }

    @Test("Another finger elsewhere ends no hold; a connection that is lost does, and the next press counts")
    func otherFinger() throws {
        let kiosk = try Kiosk("press: on")
        let appliance = try kiosk.startFakeAppliance()
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "!document.querySelector('#hold').hidden")
        func touch(_ name: String, _ pointer: Int, on element: String) throws {
            try page.value(
                """
                document.querySelector('\(element)').dispatchEvent(
                  new PointerEvent('\(name)', { bubbles: true, button: 0, pointerId: \(pointer) }))
                """)
        }
        let isHeld = "document.querySelector('#hold').getAttribute('aria-pressed') === 'true'"
        try touch("pointerdown", 1, on: "#hold")
        try touch("pointerdown", 2, on: "body")
        try touch("pointerup", 2, on: "body")
        try page.wait(until: isHeld)
        try touch("pointerup", 1, on: "body")
        try page.wait(until: "!(\(isHeld))")
        wait(for: ["press", "release"], at: appliance)
        // A screen reader clicks, and holds until it clicks again.
        try page.value("document.querySelector('#hold').click()")
        try page.wait(until: isHeld)
        wait(for: ["press", "release", "press"], at: appliance)
        kiosk.bridge.end()
        try page.wait(until: "!(\(isHeld))")
    }

    @Test(
        "The field that has the cursor before the script runs gets the text, and once though the script runs twice"
    )
    func cursorBefore() throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\norigins: ['\(form.origin)']")
        let appliance = try kiosk.startFakeAppliance()
        let script = #"<script src="http://127.0.0.1:\#(kiosk.port)/earshot.js" defer></script>"#
        try form.serve(
            bridge: kiosk.port,
            Form.body.replacingOccurrences(of: #"id="order""#, with: #"id="order" autofocus"#) + script)
        let page = try browser.open(form.origin)
        try page.wait(until: "document.documentElement.dataset.earshotState === 'idle'")
        for (text, all) in [("Hello", "Hello"), ("there", "Hello there")] {
            appliance.say(#"{"event":"final","text":"\#(text)","v":1}"#)
            try page.wait(until: "document.querySelector('#order').value === '\(all)'")
        }
        #expect(try page.text("document.querySelector('#line').value") == "")
    }

    @Test("A button in a form sends none of it, though it has no type: neither held, nor clicked")
    func formButton() throws {
        let visit = try visit(
            allowing: "press: on",
            with: "<form><input data-earshot> <button data-earshot-hold>Speak</button></form>")
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            """
            window.sent = 0;
            document.addEventListener('submit', (event) => { window.sent++; event.preventDefault() })
            """)
        try page.mouse(.down, at: "[data-earshot-hold]")
        try page.mouse(.up, at: "[data-earshot-hold]")
        for _ in 0..<2 { try page.value("document.querySelector('[data-earshot-hold]').click()") }
        wait(for: ["press", "release", "press", "release"], at: appliance)
        #expect(try page.value("window.sent") as? Int == 0)
    }

    @Test(
        "Enter in a field sends the form, and opens no microphone, though the button comes first and has no type"
    )
    func formEnter() throws {
        let visit = try visit(
            allowing: "press: on",
            with:
                "<form><button data-earshot-hold>Speak</button> <input data-earshot> <button id=\"send\">Send</button></form>"
        )
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            """
            window.senders = [];
            document.addEventListener('submit', (event) => { senders.push(event.submitter?.id); event.preventDefault() });
            document.querySelector('input').focus()
            """)
        try page.key(.down, "Enter")
        try page.key(.up, "Enter")
        try page.wait(until: "senders.length > 0", within: .seconds(60))
        #expect(try page.text("senders.join()") == "send")
        #expect(try page.value("document.querySelector('[data-earshot-hold]').ariaPressed") as? String == nil)
        // What was asked for before this would stand before it.
        try page.mouse(.down, at: "[data-earshot-hold]")
        try page.mouse(.up, at: "[data-earshot-hold]")
        wait(for: ["press", "release"], at: appliance)
    }

    @Test("A button that comes to the page later, without a type, swallows no Enter either")
    func lateFormButton() throws {
        let visit = try visit(
            allowing: "press: on", with: "<form><input data-earshot> <button id=\"send\">Send</button></form>"
        )
        let (appliance, page) = (visit.appliance, visit.page)
        try page.value(
            """
            window.senders = [];
            document.addEventListener('submit', (event) => { senders.push(event.submitter?.id); event.preventDefault() });
            const late = document.createElement('button');
            late.dataset.earshotHold = '';
            document.querySelector('form').prepend(late);
            document.querySelector('input').focus()
            """)
        try page.key(.down, "Enter")
        try page.key(.up, "Enter")
        try page.wait(until: "senders.length > 0", within: .seconds(60))
        #expect(try page.text("senders.join()") == "send")
        #expect(appliance.requests.isEmpty)
    }

    @Test("Nothing is told before all scripts of a page have run: one that comes late misses nothing")
    func lateScript() throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\norigins: ['\(form.origin)']")
        _ = try kiosk.startFakeAppliance()
        try form.serve(
            bridge: kiosk.port,
            """
            <h1>Late</h1><script>
              window.order = [];
              document.addEventListener("DOMContentLoaded", () => order.push("scripts"));
              window.EventSource = class extends EventSource { constructor(from) { super(from); order.push("events") } };
            </script>
            """)
        let page = try browser.open(form.origin)
        try page.wait(until: "document.documentElement.dataset.earshotState === 'idle'", within: .seconds(60))
        #expect(try page.text("order.join()") == "scripts,events")
    }

    @Test("A script that does not come leaves the page deaf for seconds only, and the others miss nothing")
    func scriptThatDoesNotCome() throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\norigins: ['\(form.origin)']")
        _ = try kiosk.startFakeAppliance()
        let port = FreePort.find()
        let silent = try RunningProgram(
            "python3",
            [
                "-uc",
                "import socket, time; s = socket.create_server(('127.0.0.1', \(port))); print('there'); time.sleep(600)",
            ])
        try silent.writes("there")
        try form.serve(bridge: kiosk.port)
        form.folder.write(
            """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Without a network</title><script>
              window.seen = [];
              window.EventSource = class extends EventSource {
                constructor(from) { super(from); seen.push(document.documentElement.dataset.earshotState) }
              };
              document.addEventListener("DOMContentLoaded", () => {
                seen.push("scripts");
                document.addEventListener("earshot", ({ detail }) => seen.push(detail.event));
              });
            </script>
            <script src="http://127.0.0.1:\(kiosk.port)/earshot.js" defer></script>
            <script src="http://127.0.0.1:\(port)/fonts.js" defer></script></html>
            """, to: "slow.html")
        let page = try browser.open(form.origin)
        try page.ask("Page.navigate", ["url": form.origin + "/slow.html"])
        try page.wait(
            until: "window.seen && document.documentElement.dataset.earshotState === 'idle'",
            within: .seconds(60))
        #expect(try page.text("seen.join()") == "away")
        silent.end(by: SIGKILL)
        try page.wait(until: "seen.length > 2", within: .seconds(60))
        #expect(try page.text("seen.slice(0, 3).join()") == "away,scripts,status")
    }

    private func wait(for requests: [String], at appliance: FakeAppliance) {
        let end = ContinuousClock.now + .seconds(60)
        while appliance.requests.count < requests.count, ContinuousClock.now < end { usleep(1000) }
        #expect(appliance.requests == requests)
    }

    @Test("A page that is not listed reads nothing and moves nothing, and can put no frame around the page")
    func elsewhere() throws {
        let form = Form()
        let kiosk = try Kiosk("words: on\npress: on\nmute: on")
        let appliance = try kiosk.startFakeAppliance()
        try form.serve(bridge: kiosk.port)
        let page = try browser.open(form.origin)
        let bridge = "http://127.0.0.1:\(kiosk.port)"
        try page.wait(until: "document.documentElement.dataset.earshotState === 'away'")
        for path in ["/status", "/events", "/"] {
            #expect(
                try page.text("fetch('\(bridge)\(path)').then((a) => a.text()).catch(() => 'refused')")
                    == "refused")
        }
        for type in ["application/json", "text/plain"] {
            let sent = try page.text(
                """
                fetch('\(bridge)/request', {method: 'POST', headers: {'Content-Type': '\(type)'}, mode: \
                '\(type == "text/plain" ? "no-cors" : "cors")', body: '{"request":"mute"}'})
                  .then((a) => a.type).catch(() => 'refused')
                """)
            #expect(sent == "refused" || sent == "opaque")
        }
        #expect(
            try page.text(
                """
                new Promise((done) => { const script = document.createElement('script'); script.src = '\(bridge)/status';
                  script.onload = () => done('read'); script.onerror = () => done('refused'); document.head.append(script) })
                """) == "refused")
        try page.value(
            """
            new Promise((done) => { const frame = document.createElement('iframe'); frame.src = '\(bridge)/';
              frame.onload = done; document.body.append(frame) }).then(() => 1)
            """)
        let tree = try page.ask("Page.getFrameTree")["frameTree"] as? [String: Any]
        let frame = (tree?["childFrames"] as? [[String: Any]])?.first?["frame"] as? [String: Any]
        #expect((frame?["url"] as? String)?.hasPrefix("chrome-error:") == true, "\(frame ?? [:])")
        #expect(appliance.requests.isEmpty)
    }

    @Test("A page that is closed while it holds the button lets go of it, and what was said is forgotten")
    func closed() throws {
        let kiosk = try Kiosk("press: on")
        let appliance = try kiosk.startFakeAppliance()
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "!document.querySelector('#hold').hidden")
        try page.mouse(.down, at: "#hold")
        wait(for: ["press"], at: appliance)
        try page.close()
        wait(for: ["press", "cancel", "release"], at: appliance)
    }

    @Test(
        "A press that gets no answer, as six pages of one browser follow, is told so, and not made up for later"
    )
    func sixPages() throws {
        let kiosk = try Kiosk("press: on\nmute: on")
        let appliance = try kiosk.startFakeAppliance()
        var pages: [Page] = []
        for _ in 0..<6 {
            let page = try browser.open("http://localhost:\(kiosk.port)/")
            try page.wait(until: "!document.querySelector('#hold').hidden")
            pages.append(page)
        }
        let page = pages[5]
        // Nobody is to wait for it here.
        try page.value(
            "const { timeout } = AbortSignal; AbortSignal.timeout = () => timeout.call(AbortSignal, 200); 1")
        try page.value(
            """
            for (const name of ['pointerdown', 'pointerup'])
              document.querySelector('#hold').dispatchEvent(new PointerEvent(name, { bubbles: true, button: 0 }))
            """)
        try page.wait(until: "document.querySelector('#trouble').textContent.includes('close other pages')")
        try page.value("AbortSignal.timeout = timeout; 1")
        try pages[0].close()
        try page.value("window.earshot.request('mute').then(() => window.earshot.request('unmute')); 1")
        wait(for: ["mute", "unmute"], at: appliance)
    }

    // MARK: - The page itself

    @Test(
        "With the keyboard alone: hold, speak, let go, and the text is there; nothing breaks the page's own rules"
    )
    func keyboard() throws {
        let kiosk = try Kiosk("words: on\npress: on\nmute: on\noutput: on")
        let appliance = try kiosk.startAppliance(socket: ", words: on, output: on")
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "!document.querySelector('#hold').hidden")
        try tab(page, to: "hold")
        try page.key(.down, " ")
        try page.wait(until: "document.querySelector('#state-text').textContent === 'Recording'")
        try appliance.feed(Recording.goForwardTenMeters)
        try appliance.writes(Recording.mostOfIt, within: .seconds(300))
        try page.wait(until: "document.querySelector('#partial').textContent.startsWith('Go forward')")
        try page.key(.up, " ")
        let text = try Recording.finalText(of: appliance)
        try page.wait(until: "document.querySelector('#finals').innerText.trim() === '\(text)'")
        try page.wait(until: "document.querySelector('#level').value > -60")
        try tab(page, to: "mute")
        try page.key(.down, " ")
        try page.key(.up, " ")
        try page.wait(until: "document.querySelector('#mute').getAttribute('aria-pressed') === 'true'")
        try tab(page, to: "outputs", isFolder: true)
        try page.key(.down, " ")
        try page.key(.up, " ")
        try page.wait(until: "document.querySelector('#outputs button').textContent === 'lamp: on'")
        #expect(try page.value("window.mistakes") as? [String] == [])
    }

    /// Presses Tab until the element, or one in it, has the focus, which has to be seen.
    private func tab(_ page: Page, to id: String, isFolder: Bool = false) throws {
        for _ in 0..<20 {
            try page.key(.down, "Tab")
            try page.key(.up, "Tab")
            if try page.value("document.querySelector('#\(id)').contains(document.activeElement)") as? Bool
                == true
            {
                #expect(try page.text("getComputedStyle(document.activeElement).outlineStyle") == "solid")
                return
            }
        }
        Issue.record("Tab never comes to #\(id)")
    }

    @Test(
        "Wide or narrow, zoomed to 400 %, dark or light: nothing is cut off, and every text can be read",
        arguments: [(900, 1.0, false), (900, 1.0, true), (320, 1.0, false), (320, 4.0, true)])
    func looks(width: Int, zoom: Double, isDark: Bool) throws {
        let kiosk = try Kiosk("words: on\npress: on\nmute: on\noutput: on")
        let appliance = try kiosk.startFakeAppliance()
        let page = try browser.open(
            "http://localhost:\(kiosk.port)/",
            .init(width: width, height: zoom > 1 ? 256 : 740, zoom: zoom, isDark: isDark))
        try page.wait(until: "!document.querySelector('#hold').hidden")
        for line in [
            #"{"event":"state","state":"recording","v":1}"#,
            #"{"event":"final","text":"Dear Ada, I will come at 3:30 pm.","v":1}"#,
            #"{"event":"partial","text":"Bring the long extension cable","v":1}"#,
            #"{"event":"limit","remaining":9.5,"v":1}"#,
            #"{"event":"command","name":"lamp","score":0.98,"text":"lamp on","v":1}"#,
            #"{"event":"rejected","reason":"unlikely","text":"","v":1}"#,
        ] { appliance.say(line) }
        try page.wait(until: "document.querySelector('#history').childElementCount === 2")
        #expect(try page.text("document.querySelector('#left').textContent").hasSuffix(" s left"))
        #expect(
            try page.text("document.querySelector('#history').innerText").contains(
                "did not sound like a command"))
        #expect(
            try page.value("document.scrollingElement.scrollWidth <= innerWidth") as? Bool == true,
            "nothing is to be scrolled sideways")
        let faint = try page.value(Self.contrasts) as? [String] ?? ["?"]
        #expect(faint.isEmpty, "texts of less than 7:1")
        #expect(try page.value("window.mistakes") as? [String] == [])
        if zoom == 1 {
            try page.picture(width < 900 ? "page-narrow.png" : isDark ? "page~dark.png" : "page.png")
        }
    }

    /// The texts whose contrast with what is behind them is less than 7:1 (WCAG 2.2, 1.4.6).
    private static let contrasts = """
        (() => {
          const parts = (color) => color.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const behind = (e) => { for (; e; e = e.parentElement) {
            const p = parts(getComputedStyle(e).backgroundColor); if (p.length < 4 || p[3] > 0) return p; }
            return [255, 255, 255]; };
          return [...document.body.querySelectorAll('*')]
            .filter((e) => e.getClientRects().length && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
            .filter((e) => { const [a, b] = [light(parts(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
              return (a + 0.05) / (b + 0.05) < 7; })
            .map((e) => e.textContent.trim());
        })()
        """

    @Test(
        "What is read aloud has names and roles: the text as a log, the state as a status, trouble as an alert"
    )
    func accessibility() throws {
        let kiosk = try Kiosk("words: on\npress: on\nmute: on")
        let appliance = try kiosk.startFakeAppliance()
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "!document.querySelector('#hold').hidden")
        let nodes = try page.ask("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
        func text(_ node: [String: Any], _ key: String) -> String {
            (node[key] as? [String: Any])?["value"] as? String ?? ""
        }
        let named = Set(
            nodes.filter { $0["ignored"] as? Bool != true }.map { "\(text($0, "role")) \(text($0, "name"))" })
        for expected in [
            "button Hold to speak", "button Mute", "button Clear the text", "log Text", "meter Level",
            "heading Earshot", "heading Commands and refusals",
        ] {
            #expect(named.contains(expected), "\(expected): \(named.sorted())")
        }
        #expect(named.contains { $0.hasPrefix("status") } && named.contains { $0.hasPrefix("main") })
        // The words so far change all the time, and are not read.
        #expect(try page.text("document.querySelector('#partial').getAttribute('aria-live')") == "off")
        kiosk.bridge.end()
        try page.wait(until: "!document.querySelector('#trouble').hidden")
        #expect(try page.text("document.querySelector('#trouble').innerText").contains("Not connected"))
        _ = appliance
    }

    @Test(
        "Why something was not done stays on the page through news of the appliance, until something is done")
    func trouble() throws {
        let kiosk = try Kiosk("mute: on")
        let appliance = try kiosk.startFakeAppliance()
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "!document.querySelector('#mute').hidden")
        func happen(_ detail: String) throws {
            try page.value(
                "\(detail).then((detail) => document.dispatchEvent(new CustomEvent('earshot', { detail })))")
        }
        try happen("Promise.resolve({ event: 'failure', reason: 'not now' })")
        try happen("fetch('/status').then((answer) => answer.json())")
        #expect(try page.text("document.querySelector('#trouble').innerText") == "Not done: not now")
        try page.value("document.querySelector('#mute').click()")
        try page.wait(until: "document.querySelector('#trouble').hidden")
        wait(for: ["mute"], at: appliance)
    }

    @Test(
        "Whoever clears the text clears the words of commands and refusals, too, which go like texts as time passes"
    )
    func words() throws {
        let kiosk = try Kiosk("words: on")
        let appliance = try kiosk.startFakeAppliance(commands: ["lamp"])
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "document.querySelector('#state-text').textContent === 'Ready'")
        let history = "document.querySelector('#history').innerText"
        func happen() throws {
            appliance.say(#"{"event":"command","name":"lamp","text":"lamp for ada","v":1}"#)
            appliance.say(#"{"event":"rejected","reason":"unlikely","text":"my secret","v":1}"#)
            try page.wait(until: "\(history).includes('lamp for ada') && \(history).includes('my secret')")
        }
        try happen()
        try page.value("document.querySelector('#clear').click()")
        var shown = try page.text(history)
        #expect(!shown.contains("ada") && !shown.contains("secret"))
        #expect(shown.contains("Done: lamp") && shown.contains("did not sound like a command"))
        // Ten minutes later.
        try page.value(
            "window.setTimeout = (act) => { window.later = window.later ?? []; later.push(act) }; 1")
        try happen()
        try page.value("later.forEach((act) => act())")
        shown = try page.text(history)
        #expect(!shown.contains("ada") && !shown.contains("secret"))
    }

    @Test("Without words the page says so, and a page with nothing allowed has no button for it")
    func wordless() throws {
        let kiosk = try Kiosk()
        let appliance = try kiosk.startFakeAppliance()
        let page = try browser.open("http://localhost:\(kiosk.port)/")
        try page.wait(until: "document.querySelector('#state-text').textContent === 'Ready'")
        #expect(try page.text("document.body.innerText").contains("Words are not told to this page."))
        for id in ["hold", "mute"] {
            #expect(try page.value("document.querySelector('#\(id)').hidden") as? Bool == true)
        }
        #expect(try page.value("document.querySelectorAll('#outputs button').length") as? Int == 0)
        _ = appliance
    }
}
