import Testing

@testable import GPIO

@Suite struct LineNameTests {
    @Test("A line has three spellings, and each reads back as it was written")
    func spellings() throws {
        #expect(try LineName(parsing: "GPIO17") == .named("GPIO17"))
        #expect(try LineName(parsing: "BOARD11") == .header(pin: 11))
        #expect(try LineName(parsing: "pinctrl-rp1:17") == .offset(17, chip: "pinctrl-rp1"))
        for text in ["GPIO17", "BOARD11", "pinctrl-rp1:17", "ID_SDA", "gpio-sim.0:node0:3"] {
            #expect(try LineName(parsing: text).description == text)
        }
    }

    @Test("A name that only looks like one of the other spellings is a kernel name")
    func lookalikes() throws {
        #expect(try LineName(parsing: "BOARD") == .named("BOARD"))
        #expect(try LineName(parsing: "BOARDX1") == .named("BOARDX1"))
        #expect(try LineName(parsing: "led:red") == .named("led:red"))
    }

    @Test("A bare number is refused with both things it could mean", arguments: ["17", "4"])
    func bareNumber(text: String) {
        let error = GPIOError.notALine(text)
        #expect(throws: error) { try LineName(parsing: text) }
        #expect(error.description.contains("GPIO\(text)"))
        #expect(error.description.contains("BOARD\(text)"))
    }

    @Test("A chip's number is refused, for it changes; its label is asked for")
    func chipNumber() {
        let error = GPIOError.notALine("gpiochip0:5")
        #expect(throws: error) { try LineName(parsing: "gpiochip0:5") }
        #expect(
            error.description.contains("may change from boot to boot; write its label, as in pinctrl-rp1:5"))
    }

    @Test(
        "What no kernel calls a line is not a name",
        arguments: [
            "", " ", "GPIO 17", "4.5", ":4", "/dev/gpiochip0", "GPIO２２", "BOARD0",
            "BOARD99999999999999999999", "BOARD１１", "pinctrl-rp1:", "pinctrl-rp1:-1", "pinctrl-rp1:1.5",
            "pinctrl-rp1:99999999999999999999", "line:GPIO22", "line:17",
        ])
    func notNames(text: String) {
        #expect(throws: GPIOError.notALine(text)) { try LineName(parsing: text) }
    }
}
