import Configuration
import Models
import TestSupport
import Testing

@testable import Vocabulary

/// From texts to a vocabulary.
struct VocabularyBuilderTests {
    private let folder = TemporaryFolder()
    private let pack: ModelPack

    init() throws {
        pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
    }

    private func build(
        _ text: String, classes: [String: String] = [:], limits: VocabularyBuilder.Limits = .init(),
        reviewed: PronunciationFile? = nil
    ) throws -> VocabularyDraft {
        var builder = try VocabularyBuilder(for: pack, limits: limits)
        for (name, phrases) in classes {
            try builder.define(name, from: folder.write(phrases, to: "\(name).txt"))
        }
        try builder.add(folder.write(text, to: "site.txt"))
        return try builder.finish(reviewed: reviewed)
    }

    /// What is said of a text that is no good.
    private func refusal(_ text: some Sequence<UInt8>) throws -> String {
        var builder = try VocabularyBuilder(for: pack)
        let path = folder.write(text, to: "site.txt")
        do {
            try builder.add(path)
            _ = try builder.finish()
            return ""
        } catch {
            return "\(error)".replacing(folder.path + "/", with: "")
        }
    }

    @Test("A vocabulary that is too large to be read back is not made, and what makes it smaller is said")
    func tooLargeToRead() throws {
        var limits = VocabularyBuilder.Limits()
        limits.bytes = try build("coffee with milk").arpa.utf8.count - 1
        do {
            _ = try build("coffee with milk", limits: limits)
            Issue.record("it was made")
        } catch {
            #expect("\(error)".contains("keep fewer rows than 300000 with '--rows'"), "\(error)")
        }
    }

    @Test("Capitals, marks and typographic signs are not words")
    func plainWords() throws {
        let draft = try build(
            "Don\u{2019}t worry: \u{201C}Coffee\u{201D} is (nearly) READY!\r\nTea\u{2014}with milk?\u{07}\u{1B}[0m"
        )
        #expect(
            draft.words == [
                "don't", "worry", "coffee", "is", "nearly", "ready", "tea", "with", "milk", "zero", "m",
            ])
        #expect(draft.sentences == 3)
    }

    @Test(
        "Digits, telephone numbers and addresses are written out as they are said",
        arguments: [
            ("25 chairs", "twenty five chairs"), ("1,500 units", "one thousand five hundred units"),
            ("3.5 pounds", "three point five pounds"), ("room 007", "room zero zero seven"),
            ("90%", "ninety percent"),
            ("dial 5551234567", "dial five five five one two three four five six seven"),
            ("call 555-1234 now", "call five five five one two three four now"),
            ("(020) 7946 0018", "zero two zero seven nine four six zero zero one eight"),
            ("555 123 4567", "five five five one two three four five six seven"),
            ("10-20 minutes", "ten to twenty minutes"), ("$5\u{2013}10", "five to ten dollars"),
            ("5%-10% of \u{20AC}5-\u{20AC}10", "five percent to ten percent of five euros to ten euros"),
            (
                "9:30-10:30, the 1980s-1990s",
                "nine thirty to ten thirty the nineteen eighties to nineteen nineties"
            ),
            ("5%-$10, 9:30-10:30-11:30", "five percent ten dollars nine thirty ten thirty eleven thirty"),
            ("rooms 1200 1300", "rooms one thousand two hundred thirteen hundred"),
            ("2020-2021", "twenty twenty to twenty twenty one"),
            ("in 1984, 1905 and 2003", "in nineteen eighty four nineteen oh five and two thousand three"),
            (
                "1,984 chairs, 1984 kg",
                "one thousand nine hundred eighty four chairs one thousand nine hundred eighty four kilograms"
            ),
            ("on 2026-11-26", "on twenty twenty six eleven twenty six"),
            ("$5.99, $1 or $0.50", "five dollars and ninety nine cents one dollar or fifty cents"),
            ("5 €, 2,50 £3.05", "five euros two fifty three pounds and five pence"),
            ("$3.5 million and 2 million", "three point five million dollars and two million"),
            ("1/2 cup, 2 1/2 cups", "one half cup two and one half cups"),
            ("1\u{BD} on 1/2/2026", "one and one half on one two twenty twenty six"),
            ("it is -5 °C (-3)", "it is minus five degrees celsius minus three"),
            ("Dr. Ada M. Smith on Main St. here", "dr ada m smith on main st here"),
            ("at 9:30 a.m. today in the U.S. of", "at nine thirty a.m. today in the u.s. of"),
            ("infor\u{AD}mation", "information"), ("the 1980s", "the nineteen eighties"),
            ("1,000,000 visitors", "one million visitors"),
            ("our 1,000th customer", "our one thousandth customer"),
            ("$1,200,000", "one million two hundred thousand dollars"),
            ("$2 1/2", "two and one half dollars"),
            ("3-2 and A-1", "three to two and a one"),
            ("1 or 1..2", "one or one two"),
            ("3,001,200,005", "three billion one million two hundred thousand five"),
            ("salt & pepper", "salt and pepper"), ("a-5", "a five"),
            ("9:30, 9:05 and 9:00", "nine thirty nine oh five and nine"),
            ("the 21st, 19th and 100th", "the twenty first nineteenth and one hundredth"),
            ("mail Ada.l2@example.org, please", "mail ada dot l two at example dot org please"),
            ("see www.big-shop.com for more", "see w w w dot big dash shop dot com for more"),
            ("10am-6pm, open 5-6pm", "ten am to six pm open five to six pm"),
            ("9:30-10:30pm", "nine thirty to ten thirty pm"),
            ("(5000-15000 people)", "five thousand to fifteen thousand people"),
            ("9:30am-10:30 pm", "nine thirty am to ten thirty pm"), ("at 5 PM today", "at five pm today"),
            ("\u{20AC} 5 and $\u{A0}5", "five euros and five dollars"),
            ("call +49 89 123456 now", "call four nine eight nine one two three four five six now"),
            ("call 089 123456 now", "call zero eight nine one two three four five six now"),
            ("the 1990's, 1900s", "the nineteen nineties nineteen hundreds"),
            ("the 1990\u{2019}s", "the nineteen nineties"),
            ("$12,000,000.00", "twelve million dollars"),
            (
                "$2,500,000.75 and 2,500,000.75",
                "two million five hundred thousand dollars and seventy five cents and two million five hundred thousand point seven five"
            ),
            ("1,234.5 units", "one thousand two hundred thirty four point five units"),
        ])
    func numbers(written: String, said: String) throws {
        let text = VocabularyText(try pack.languageWords())
        #expect(text.sentences(in: written[...]) == [said.split(separator: " ").map { .word(String($0)) }])
    }

    @Test(
        "Units, multiples and decimals without a nought are said as one reads them",
        arguments: [
            ("5 km, 250g and 1 kg", "five kilometers two hundred fifty grams and one kilogram"),
            ("10\u{A0}cm, 5 ml", "ten centimeters five milliliters"),
            ("20 \u{B0}C, 1\u{B0}", "twenty degrees celsius one degree"),
            ("100 % of 1 %", "one hundred percent of one percent"),
            ("5 % - 10 %", "five percent to ten percent"),
            ("20 \u{B0}C -5 \u{B0}C", "twenty degrees celsius minus five degrees celsius"),
            ("5 kg-10 kg, 5-10km", "five kilograms to ten kilograms five to ten kilometers"),
            ("a 5-km run, a 10-20-min walk", "a five kilometer run a ten to twenty minute walk"),
            ("1/2 mi, 2 1/2 hrs", "one half mile two and one half hours"),
            ("100 KM/H, 5 KG", "one hundred kilometers per hour five kilograms"),
            ("8 OZ or 250 mL", "eight ounces or two hundred fifty milliliters"),
            ("100 m or 5 m\u{B2}", "one hundred meters or five square meters"),
            ("5 lb. of flour, 3 oz. each", "five pounds of flour three ounces each"),
            ("$2.5M and \u{A3}3bn", "two point five million dollars and three billion pounds"),
            ("$50k, 3 bn people", "fifty thousand dollars three billion people"),
            ("$2-3M", "two to three million dollars"),
            ("a .5 l bottle, (.25)", "a point five liters bottle point two five"),
            ("$.50 or -.5", "fifty cents or minus point five"),
            // What may be something else is left as it is.
            ("5m, 5G, 5 m/s and 3 V-belts", "five m five g five m s and three v-belts"),
            ("2 grams, 5 kids, a min or oz", "two grams five kids a min or oz"),
            ("door 5B, 4K, v1..5", "door five b four k v one five"),
            ("3 ML engineers, 2 HR managers", "three ml engineers two hr managers"),
            ("2 SEC filings, 3 TB patients", "two sec filings three tb patients"),
            ("in 2012 V. Lopez left", "in twenty twelve v lopez left"),
            ("1969 L here, 5 V. Lopez, 5 L.", "nineteen sixty nine l here five v lopez five liters"),
            ("12 V or 1,984 V", "twelve volts or one thousand nine hundred eighty four volts"),
            ("5 & 6, 1984 & 1985", "five and six nineteen eighty four and nineteen eighty five"),
        ])
    func units(written: String, said: String) throws {
        let text = VocabularyText(try pack.languageWords())
        #expect(text.sentences(in: written[...]) == [said.split(separator: " ").map { .word(String($0)) }])
    }

    @Test(
        "Abbreviations are said in full where they can be nothing else, and their points end no sentence",
        arguments: [
            ("See No. 5, Apt. 3 on p. 7", "see number five apartment three on page seven"),
            ("tools, e.g. saws, i.e. these", "tools for example saws that is these"),
            ("Prof. Smith of 5th Ave. vs. Rd. 3", "professor smith of fifth avenue versus road three"),
            ("on Jan. 5 at 5 p.m. here", "on january five at five p.m. here"),
            ("NO. 5 VS. EXT. 3", "number five versus extension three"),
            ("dial ext. 12, see fig. 3", "dial extension twelve see figure three"),
            ("in vol. 2, ch. 4 of it", "in volume two chapter four of it"),
            ("Dr. Ada of St. Ives, 3 St. here", "dr ada of st ives three st here"),
        ])
    func abbreviations(written: String, said: String) throws {
        let text = VocabularyText(try pack.languageWords())
        #expect(text.sentences(in: written[...]) == [said.split(separator: " ").map { .word(String($0)) }])
    }

    @Test(
        "Opening hours are said as they are meant",
        arguments: [
            ("Open 10.00am - 5.30pm", "open ten am to five thirty pm"),
            ("9.30am to 6.15 p.m.", "nine thirty am to six fifteen p.m."),
            ("9.30-10.30am or 9.30", "nine thirty to ten thirty am or nine point three zero"),
            ("10 am - 5 pm", "ten am to five pm"), ("9:00 \u{2013} 17:00", "nine to seventeen"),
            ("9:00 - lunch", "nine lunch"),
            ("Mon.\u{2013}Fri. 9:00", "monday to friday nine"),
            ("Open Tue, Wed, Sat & Sun", "open tuesday wednesday saturday and sunday"),
            ("Sat 10-4, closed Mon/Tue", "saturday ten to four closed monday tuesday"),
            ("Sun shone, wed in May, Sat down", "sun shone wed in may sat down"),
            ("Mon to Fri 9am to 5pm", "monday to friday nine am to five pm"),
            ("Sat through Sun 10-4, MON-FRI", "saturday through sunday ten to four monday to friday"),
            ("MON. TO FRI. 10-4", "monday to friday ten to four"),
            ("Sat. closed, Sun. closed", "saturday closed sunday closed"),
            ("SAT 5", "sat five"),
        ])
    func openingHours(written: String, said: String) throws {
        let text = VocabularyText(try pack.languageWords())
        #expect(text.sentences(in: written[...]) == [said.split(separator: " ").map { .word(String($0)) }])
    }

    @Test("A point behind what is a word as well, or behind a unit, may end a sentence")
    func ends() throws {
        let text = VocabularyText(try pack.languageWords())
        #expect(text.sentences(in: "Is it? No. I mean no. It is apt. Really.").count == 5)
        #expect(text.sentences(in: "It weighs 5 kg. Take it.").count == 2)
        #expect(
            text.sentences(in: "I said no. 20 came.")
                == [[.word("i"), .word("said"), .word("no")], [.word("twenty"), .word("came")]])
        #expect(text.sentences(in: "That is apt. 3 left. Will it mar. 5 do.").count == 4)
    }

    @Test(
        "Dates, telephone numbers and versions may be written with points",
        arguments: [
            ("on 12.11.2026 or 1.2.2003", "on twelve eleven twenty twenty six or one two two thousand three"),
            ("on 2026.11.12", "on twenty twenty six eleven twelve"),
            ("call 030.1234567 now", "call zero three zero one two three four five six seven now"),
            ("call 555.123.4567 now", "call five five five one two three four five six seven now"),
            ("call +1.555.123.4567", "call one five five five one two three four five six seven"),
            ("call 01.23.45.67.89", "call zero one two three four five six seven eight nine"),
            ("version 2.1.3", "version two point one point three"),
            ("3.11.4 or 1.10.2", "three point eleven point four or one point ten point two"),
            ("on 01.5.2026", "on zero one five twenty twenty six"),
            ("on 1-12-2026", "on one twelve twenty twenty six"),
            ("0.1234567", "zero point one two three four five six seven"),
        ])
    func points(written: String, said: String) throws {
        let text = VocabularyText(try pack.languageWords())
        #expect(text.sentences(in: written[...]) == [said.split(separator: " ").map { .word(String($0)) }])
    }

    @Test("Numbers with points that may be said in several ways are left out, and told with their line")
    func unknownPoints() throws {
        let draft = try build("good morning\nsee 192.168.1.10 today\n1.234.567 visitors\n12.11.26")
        #expect(draft.words == ["good", "morning", "see", "today", "visitors"])
        #expect(draft.unspoken.map { $0.word } == ["1.234.567", "12.11.26", "192.168.1.10"])
        #expect(draft.unspoken.map { $0.mark?.line } == [3, 4, 2])
    }

    @Test("A language without signs leaves a unit as it is written")
    func noSigns() throws {
        let german = try LanguageWords(path: "models/words/de.yaml", locale: #require(LocaleTag("de-DE")))
        #expect(
            VocabularyText(german).sentences(in: "5 km, 100 %, .5")
                == [["fünf", "km", "hundert", "fünf"].map { .word($0) }])
    }

    @Test(
        "What a language has no words for stays in digits, which are told, and a range of numbers is refused")
    func noNumbers() throws {
        let german = try LanguageWords(path: "models/words/de.yaml", locale: #require(LocaleTag("de-DE")))
        #expect(
            VocabularyText(german).sentences(in: "8.30 Uhr, 2.50 Euro")
                == [["8.30", "uhr", "2.50", "euro"].map { .word($0) }])
        let french = try LanguageWords(path: "models/words/fr.yaml", locale: #require(LocaleTag("fr-FR")))
        let text = VocabularyText(french)
        #expect(text.sentences(in: "5 rue, 01 23 45 67 89").joined().contains(VocabularyText.Part.word("5")))
        let classes = PhraseClasses(numbers: text.quantities.numbers)
        let mark = Mark(file: "site.txt", line: 1, column: 1)
        for name in ["1..5", "number"] {
            var told = ""
            do { try classes.check([(name: name, mark: mark)]) } catch { told = "\(error)" }
            #expect(
                told.contains(
                    "<\(name)> cannot be said in this language; add 'numbers:' to models/words/fr.yaml"))
        }
    }

    @Test("A roman number is told with its place, and neither a size nor a name in capitals is one")
    func romanNumbers() throws {
        #expect(
            try refusal("fine\nPope Pius VI, here".utf8) == "site.txt:2:11: write 'VI' out, as it is said")
        let draft = try build(
            "I wear XL and a MIX of it, VI's\nMEETING WITH XI\nStart an IV drip, size XXX, Dos XX")
        #expect(draft.words.isSuperset(of: ["wear", "mix", "meeting", "with", "drip", "size"]))
    }

    @Test("Long lines of digits, and of signs as addresses have them, take no longer than others")
    func longLines() throws {
        let lines = [String(repeating: "1", count: 50_000), String(repeating: "a@", count: 20_000)]
        let text = VocabularyText(try pack.languageWords())
        let path = folder.write(lines.joined(separator: "\n"), to: "long.txt")
        let clock = ContinuousClock()
        let time = try clock.measure {
            for (_, line) in try text.lines(of: path) { _ = text.sentences(in: line) }
        }
        #expect(time < .seconds(60))
    }

    @Test("A word with a hyphen that the dictionary does not have is taken apart, and one that it has is not")
    func hyphens() throws {
        #expect(
            try build("a check-in dial-tone x-ray").words.isSuperset(of: [
                "check", "in", "dial", "tone", "x-ray",
            ]))
    }

    @Test("Of a class every phrase can be said in its place, and nothing else is said there")
    func classes() throws {
        let draft = try build("call <name> now", classes: ["name": "Ada Lovelace\nGrace\n"])
        #expect(draft.words == ["call", "now", "ada", "lovelace", "grace"])
        let reader = ARPAReader(draft.arpa)
        #expect(reader.rows(ofLength: 3).contains(["call", "ada", "lovelace"]))
        #expect(reader.rows(ofLength: 3).contains(["call", "grace", "now"]))
        #expect(!reader.rows(ofLength: 2).contains(["call", "lovelace"]))
    }

    @Test("The more words stand in the texts just once, the more general ones are asked for, up to a half")
    func mix() throws {
        let known = String(repeating: "a pound of butter\n", count: 20)
        #expect(try build(known).preface.mix == 0)
        #expect(try build(known + "gouda").preface.mix == 0, "one of 81")
        #expect(try build(known + "half a gouda").preface.mix == 0.07, "two of 83")
        #expect(try build("one two three").preface.mix == 0.5)
    }

    @Test("A class is one word that is known, however many phrases it has")
    func mixOfClasses() throws {
        let text = String(repeating: "call <name> now\n", count: 2)
        #expect(try build(text, classes: ["name": "Ada Lovelace\nGrace\n"]).preface.mix == 0)
    }

    @Test("A class that stands in no text is told with its file")
    func unusedClass() throws {
        var builder = try VocabularyBuilder(for: pack)
        try builder.define("name", from: folder.write("Ada\n", to: "names.txt"))
        try builder.add(folder.write("call name now\n", to: "site.txt"))
        var told = ""
        do { _ = try builder.finish() } catch { told = "\(error)".replacing(folder.path + "/", with: "") }
        #expect(told.hasPrefix("names.txt:1:1: <name> stands in no text; write it there"), "\(told)")
    }

    @Test("A range in brackets is its numbers")
    func range() throws {
        #expect(try build("gate <19..21>").words == ["gate", "nineteen", "twenty", "one"])
    }

    @Test(
        "Numbers that cannot be said are refused with their line",
        arguments: [
            "0..9223372036854775807", "0..1000000", "-5..5", "5..1", "1..99999999999999999999",
        ])
    func unsayableRange(range: String) throws {
        let told = try refusal("fine\nroom <\(range)>".utf8)
        #expect(told.hasPrefix("site.txt:2:1: <\(range)> is no range that can be said; "), "\(told)")
        #expect(told.contains("from 0 to 999999"))
    }

    @Test("After a phrase of one class all of the next one are as likely", arguments: [5, 40])
    func pairs(count: Int) throws {
        let letters = "abcdefghijklmnopqrst".map(String.init)
        let endings = letters.flatMap { first in letters.map { first + $0 } }.prefix(count)
        func names(_ start: String) -> [String] { endings.map { start + $0 } }
        let (firsts, lasts) = (names("car"), names("wil"))
        let draft = try build(
            "call <first> <last>",
            classes: ["first": firsts.joined(separator: "\n"), "last": lasts.joined(separator: "\n")])
        let reader = ARPAReader(draft.arpa)
        for first in firsts.prefix(40) {
            for last in lasts.prefix(40) {
                let share = reader.probability(of: last, after: ["call", first]) * Double(count)
                #expect((0.1...2.5).contains(share), "\(first) \(last): \(share)")
            }
        }
    }

    @Test("What stands for nothing is told with its line, and what was probably meant")
    func unknownReference() throws {
        #expect(throws: VocabularyError.self) { try build("call <nmae>", classes: ["name": "ada"]) }
        let told = try refusal("fine\n\nsee the <b>bold</b> offer".utf8)
        #expect(told.hasPrefix("site.txt:3:1: <b> stands for nothing;"), "\(told)")
        #expect(told.contains("--class b=FILE"))
    }

    @Test(
        "A bracket that is never closed, or has no name of a class in it, is told with its place; one that is a sign is not",
        arguments: [
            ("fine\nDo you have <cheese today?", "site.txt:2:13: this '<' is never closed"),
            ("a pound of <goat cheese> please", "site.txt:1:12: '<goat cheese>' is no name of a class"),
            ("<name", "site.txt:1:1: this '<' is never closed"),
        ])
    func tornReference(text: String, expected: String) throws {
        let told = try refusal(text.utf8)
        #expect(told.hasPrefix(expected), "\(told)")
        #expect(try build("i <3 this, and a < b").sentences == 1)
    }

    @Test("A class of two files has the phrases of both, and one of none is told with its file")
    func classFiles() throws {
        var builder = try VocabularyBuilder(for: pack)
        for name in ["ada", "grace"] {
            try builder.define("name", from: folder.write(name, to: "\(name).txt"))
        }
        try builder.add(folder.write("call <name>", to: "site.txt"))
        #expect(try builder.finish().words == ["ada", "call", "grace"])
        #expect {
            try build("call <name>", classes: ["name": "...\n"])
        } throws: {
            "\($0)".contains("name.txt:1:1: there are no phrases for <name>; write them, a line each")
        }
    }

    @Test("A word of which it is not known how it is said parts a sentence, and is told with its line")
    func unspoken() throws {
        let draft = try build("good morning\nsee \u{03BA}\u{03CC}\u{03C3}\u{03BC}\u{03B5} today")
        #expect(draft.words == ["good", "morning", "see", "today"])
        let (word, mark) = try #require(draft.unspoken.first)
        #expect(word == "\u{03BA}\u{03CC}\u{03C3}\u{03BC}\u{03B5}" && mark?.line == 2)
    }

    @Test("A guess stands in the file for people, and what they make of it stays")
    func review() throws {
        let draft = try build("half a pound of gouda")
        #expect(draft.guesses.map(\.word) == ["gouda"])
        let path = folder.write(
            draft.pronunciations.replacing("gouda ", with: "gouda G UW D AH\ngouda(2) "), to: "p.dict")
        let reviewed = try PronunciationFile(path: path, phones: pack.phones())
        let said = reviewed.pronunciations["gouda"]
        #expect(said?.first == "G UW D AH" && said?.count == 2)
        let again = try build("half a pound of gouda", reviewed: reviewed)
        #expect(again.guesses.isEmpty)
        #expect(again.pronunciations.contains("\ngouda G UW D AH\n"))
    }

    @Test(
        "Built again, the file for people is as it was, and a guess that nobody changed is still told as one")
    func remarks() throws {
        let first = try build("half a pound of gouda")
        let path = folder.write("## Grandma's way:\nbrie B R IY\n" + first.pronunciations, to: "p.dict")
        let reviewed = try PronunciationFile(path: path, phones: pack.phones())
        let again = try build("half a pound of gouda", reviewed: reviewed)
        #expect(again.guesses.map(\.word) == ["gouda"])
        #expect(again.pronunciations == reviewed.text)
        let more = try build("half a pound of gouda or quuxly", reviewed: reviewed)
        #expect(more.guesses.map(\.word) == ["gouda", "quuxly"])
        #expect(more.pronunciations.hasPrefix(reviewed.text + "quuxly "))
    }

    @Test("An empty file of pronunciations is as good as none, and a folder in its place is not")
    func noPronunciations() throws {
        let phones = try pack.phones()
        #expect(try PronunciationFile.existing(at: folder.path("none.dict"), phones: phones) == nil)
        let empty = folder.write("", to: "p.dict")
        #expect(try PronunciationFile.existing(at: empty, phones: phones) == nil)
        #expect(throws: ConfigurationError.self) {
            try PronunciationFile.existing(at: folder.path, phones: phones)
        }
    }

    @Test("A phone that does not exist is told with its line")
    func wrongPhone() throws {
        let path = folder.write("## remark\ngouda G UU D AH\nbrie\n", to: "p.dict")
        do {
            _ = try PronunciationFile(path: path, phones: pack.phones())
            Issue.record("nothing was told")
        } catch {
            #expect(
                "\(error)".contains("p.dict:2:1: pronunciation of 'gouda': no phone is called 'UU'"),
                "\(error)")
            #expect("\(error)".contains("p.dict:3:1: 'brie' has no phones"), "\(error)")
        }
    }

    @Test("What is no text of words is refused with its place")
    func noText() throws {
        #expect(try refusal([]).contains("site.txt:1:1: the file is empty"))
        #expect(try refusal("one\ntwo \u{0}".utf8).contains("site.txt:2:1: this is no text"))
        #expect(try refusal([0x61, 0x0A, 0xFF, 0xFE]).contains("site.txt:2:1: this is not UTF-8 text"))
        #expect(
            try refusal("the 21st\nthe 9000000th\n5000s".utf8)
                == "site.txt:2:5: write '9000000th' out, as it is said\nsite.txt:3:1: write '5000s' out, as it is said"
        )
        #expect(
            try refusal("\u{4F60}\u{597D} ... !!!".utf8).contains(
                "no word of which it is known how it is said"))
    }

    @Test("A text that is too large is refused before it is read to its end")
    func tooLarge() throws {
        let text = repeatElement(UInt8(ascii: "a"), count: VocabularyText.largest + 1)
        #expect(try refusal(text).contains("site.txt: larger than 16384 KiB"))
    }

    @Test("Of too many words those stay that are said most, and how many do not is told")
    func manyWords() throws {
        var limits = VocabularyBuilder.Limits()
        limits.words = 3
        let draft = try build("milk and milk and tea and coffee", limits: limits)
        #expect(draft.words.count == 3 && draft.words.isSuperset(of: ["milk", "and"]))
        #expect(draft.leftOut == 1)
    }

    @Test("Two large classes in many sentences end in time, with every phrase")
    func largeClasses() throws {
        let names = (0..<1000).map {
            "ada \(["grace", "charles", "alan", "edsger", "barbara"][$0 % 5]) \($0)"
        }
        let text = repeatElement("send <name> to <1..999> now", count: 12).joined(separator: "\n")
        let draft = try build(text, classes: ["name": names.joined(separator: "\n")])
        #expect(draft.words.isSuperset(of: ["edsger", "barbara", "hundred", "ninety"]))
    }
}
