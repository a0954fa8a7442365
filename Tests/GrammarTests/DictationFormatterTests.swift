import Models
import TestSupport
import Testing

@testable import Grammar

struct DictationFormatterTests {
    private let folder = TemporaryFolder()
    private let formatter: DictationFormatter

    init() throws {
        let words = try LanguageWords(path: "models/en-US/words.yaml", locale: #require(LocaleTag("en-US")))
        formatter = try #require(DictationFormatter(words))
    }

    @Test(
        "Sentences are written as one reads them",
        arguments: [
            ("", ""),
            ("hello", "Hello"),
            ("hello world comma how are you question mark", "Hello world, how are you?"),
            ("stop full stop i'm here period", "Stop. I'm here."),
            ("i said monday", "I said Monday"),
            ("first new line second new paragraph third", "First\nSecond\n\nThird"),
            ("ask colon open quote who question mark close quote", "Ask: \u{201C}who?\u{201D}"),
            ("open bracket maybe close bracket yes", "(Maybe) yes"),
            ("twenty hyphen one", "20-one"),
            ("great exclamation mark", "Great!"),
            ("comma", ","),
            ("new line", "\n"),
            // A word that is meant as a word.
            ("add a comma here", "Add a comma here"),
            ("the period ends", "The period ends"),
            ("a period of time period", "A period of time."),
            ("over this period of time", "Over this period of time"),
            ("he has colon cancer", "He has colon cancer"),
            ("our new line of shoes", "Our new line of shoes"), ("my new paragraph", "My new paragraph"),
            ("first comma second", "First, second"), ("yes comma of course", "Yes, of course"),
            ("thank you for waiting comma ada", "Thank you for waiting, ada"),
            ("five each period", "Five each."),
            ("the waiting period is over", "The waiting period is over"),
            ("is it this question mark", "Is it this?"), ("no comma thank you", "No, thank you"),
            ("in the victorian period people wore hats", "In the victorian period people wore hats"),
            ("paintings of the blue period by picasso", "Paintings of the blue period by picasso"),
            ("i had my last menstrual period in june", "I had my last menstrual period in June"),
            ("i have period pain", "I have period pain"), ("i had colon surgery", "I had colon surgery"),
            ("he has colon polyps", "He has colon polyps"),
            ("close the door period then go", "Close the door. Then go"),
            ("paint the wall blue period then go", "Paint the wall blue. Then go"),
            ("diagnosis colon polyps", "Diagnosis: polyps"),
            ("no fever period pain in left knee", "No fever. Pain in left knee"),
            ("it was so romantic period we left", "It was so romantic. We left"),
            ("the style is colonial period three bedrooms", "The style is colonial. Three bedrooms"),
            ("he is on probation period", "He is on probation."),
            ("this will void the warranty period", "This will void the warranty."),
            ("during the warranty period we pay", "During the warranty period we pay"),
            ("call about the billing period", "Call about the billing."),
            ("i handed in my last period", "I handed in my last."),
            ("sorted in ascending colon ada", "Sorted in ascending: ada"),
            ("i know that full stop", "I know that."), ("twenty one comma please", "21, please"),
        ])
    func sentences(spoken: String, written: String) {
        #expect(formatter.text(spoken) == DictatedText(text: written))
    }

    @Test(
        "Numbers from ten on are digits, and smaller ones where something belongs to them",
        arguments: [
            ("twenty five", "25"), ("two chairs", "Two chairs"), ("ten chairs", "10 chairs"),
            ("a hundred and five people", "105 people"), ("three thousand two hundred", "3200"),
            ("three pm", "3 pm"), ("at three p m", "At 3 pm"), ("at eleven a.m. sharp", "At 11 am sharp"),
            ("three thirty pm", "3:30 pm"), ("twelve fifteen p.m.", "12:15 pm"), ("thirteen pm", "13 pm"),
            ("five percent", "5%"), ("ninety nine per cent", "99%"),
            ("in nineteen eighty four", "In 1984"), ("twenty twenty five", "2025"),
            ("two six nine two one oh six oh zero nine", "2692106009"), ("one two", "One two"),
            ("oh no", "Oh no"), ("one of them", "One of them"), ("and", "And"), ("a", "A"),
            ("one two three hundred", "One two 300"),
            ("three oh five pm", "3:05 pm"), ("twelve oh five pm", "12:05 pm"),
            ("at eleven thirty", "At 11:30"), ("eleven thirty", "Eleven thirty"),
            ("by nine oh five comma", "By 9:05,"),
            ("meet me at nine thirty tomorrow", "Meet me at 9:30 tomorrow"),
            ("room three twelve", "Room 312"), ("three sixty five days", "365 days"),
            ("at six twenty twenty", "At 6 20 20"),
            ("on the twenty first of june", "On the twenty first of June"),
            ("three point five percent", "3.5%"), ("two point five", "2.5"), ("one point", "One point"),
            ("oh seven seven nine one two", "077912"),
            ("twenty one hundred", "2100"), ("twelve hundred dollars", "$1200"),
            ("in nineteen hundred", "In 1900"), ("eighteen hundred and twelve", "1812"),
            ("nineteen hundred and no more", "1900 and no more"), ("twenty hundred", "20 hundred"),
            ("nineteen oh five", "1905"), ("twenty oh one comma", "2001,"), ("twenty oh", "20 oh"),
            ("version two point one point three", "Version 2.1.3"), ("three point one four", "3.14"),
            ("half past three", "Half past three"), ("five point", "Five point"),
            ("thirteen fourteen fifteen", "13 14 15"), ("ten eleven twelve thirteen comma", "10 11 12 13,"),
            ("fifteen twenty twenty five", "15 20 25"), ("nineteen eighty four twenty five", "1984 25"),
            ("thirteen fourteen", "1314"), ("oh oh seven", "007"), ("oh seven", "Oh seven"),
            ("oh oh", "Oh oh"),
            ("call eight hundred five five five one two three four", "Call 800 5551234"),
            ("nine hundred one two three four", "900 1234"), ("eight hundred five", "805"),
            ("eight hundred five two chairs", "805 two chairs"), ("twenty five one two three", "25 123"),
            ("the one hundred and first customer", "The one hundred and first customer"),
            ("on the one hundred and tenth day", "On the one hundred and tenth day"),
            ("on the fifth floor", "On the fifth floor"), ("a hundred and five", "105"),
            ("two million people", "2 million people"), ("three point five million", "3.5 million"),
            ("between one hundred and two hundred people", "Between 100 and 200 people"),
            ("one hundred two hundred three hundred", "100 200 300"),
            ("one thousand and two thousand", "1000 and 2000"), ("two thousand three", "2003"),
            ("two hundred thousand and two", "200002"),
            ("in the nineteen eighties", "In the 1980s"), ("the twenties", "The twenties"),
            ("boeing seven forty seven", "Boeing 747"), ("nine thirty", "Nine thirty"),
            ("two million three hundred thousand", "2300000"), ("one million and five comma", "1000005,"),
            ("three billion five million and ten people", "3005000010 people"),
            ("two million three billion", "2 million 3 billion"), ("a million", "A million"),
            ("five dollars", "$5"), ("one dollar fifty", "$1.50"), ("ninety nine cents", "99 cents"),
            ("five dollars and ninety nine cents", "$5.99"), ("two euros five cents full stop", "€2.05."),
            ("three point five million dollars", "$3.5 million"),
            ("two million dollars and fifty cents", "$2 million and 50 cents"),
            ("two pounds of flour", "Two pounds of flour"),
            ("twenty dollars and ten people", "$20 and 10 people"), ("a dollar", "A dollar"),
            ("my pin is oh four one two", "My pin is 0412"), ("oh one oh two", "0102"),
            ("in the eighteen hundreds", "In the 1800s"),
            ("call one eight hundred five five five one two one two", "Call 1800 5551212"),
            ("one eight hundred people", "One 800 people"),
        ])
    func numbers(spoken: String, written: String) {
        let text = formatter.text(spoken).text
        #expect(text == written)
    }

    @Test(
        "The day of a date is none of the year behind it",
        arguments: [
            ("born april sixteen nineteen eighty eight", "Born April 16 1988"),
            ("november twenty twenty twenty six", "November 20 2026"),
            ("on march five nineteen ninety nine", "On March 5 1999"),
            ("on march three twenty twenty five", "On March 3 2025"),
            ("in march twenty twenty", "In March 2020"), ("june nineteen eighty four", "June 1984"),
        ])
    func dates(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "The months that are other words as well have a capital where a number stands beside them",
        arguments: [
            ("born in may nineteen eighty four", "Born in May 1984"), ("on may fifth", "On May fifth"),
            ("on the first of may", "On the first of May"), ("the fifth of march", "The fifth of March"),
            ("you may one day", "You may one day"), ("they march ten miles", "They march 10 miles"),
            ("it may be", "It may be"), ("out of may and june", "Out of may and June"),
        ])
    func months(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "Two numbers before what is measured or counted by one of it are none",
        arguments: [
            (
                "take two seventy five milligram tablets",
                "Take two seventy five milligram tablets"
            ),
            ("take one eighty one milligram aspirin", "Take one eighty one milligram aspirin"),
            ("two adults and two twelve year olds", "Two adults and two twelve year olds"),
            ("one eleven year old", "One eleven year old"),
            ("four twelve volt batteries", "Four twelve volt batteries"),
            ("twenty fourteen year olds", "Twenty fourteen year olds"),
            ("in twenty twenty day trips were rare", "In twenty twenty day trips were rare"),
            ("a box of twenty fifty milligram tablets", "A box of twenty fifty milligram tablets"),
            ("a class of twenty fourteen year olds", "A class of twenty fourteen year olds"),
            ("our twenty twenty five year end report", "Our 2025 year end report"),
            ("the twenty twenty person of the year", "The 2020 person of the year"),
            ("two seventy five milligrams", "275 milligrams"),
            ("in nineteen forty five people fled", "In 1945 people fled"),
            ("at nine thirty people came", "At 9:30 people came"),
        ])
    func ofOne(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "Two numbers are one where what stands beside them names or counts something by such numbers",
        arguments: [
            (
                "blood pressure one twenty one over seventy eight",
                "Blood pressure 121 over 78"
            ),
            ("pressure one twenty over eighty", "Pressure 120 over 80"),
            ("one twenty one over seventy eight", "121 over 78"), ("pulse one eighteen", "Pulse 118"),
            ("glucose one sixty three", "Glucose 163"), ("order two forty seven", "Order 247"),
            ("one forty four pieces", "144 pieces"), ("one sixty two items", "162 items"),
            (
                "one ninety two dot one sixty eight dot one dot ten",
                "192 dot 168 dot one dot 10"
            ),
            ("room two fifteen", "Room 215"), ("suite four fifty", "Suite 450"), ("page two ten", "Page 210"),
            ("flight ten thirty", "Flight 1030"), ("room ten oh five", "Room 1005"),
            // What may be a time of day, or several of something.
            ("meet in the conference room two thirty", "Meet in the conference room two thirty"),
            ("the flight ten thirty", "The flight ten thirty"), ("order two fifteen", "Order two fifteen"),
            ("room two fifteen pm", "Room 2:15 pm"), ("page two twenty minutes", "Page two twenty minutes"),
            ("flight two ten day trips", "Flight two ten day trips"),
            ("in case two thirty works", "In case two thirty works"),
        ])
    func named(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "Two numbers are those of a house where somebody lives, and before a street",
        arguments: [
            ("i live at nine thirty elm street", "I live at 930 elm street"),
            ("she lives at ten fifteen oak drive", "She lives at 1015 oak drive"),
            ("i live at ten oh five oak street", "I live at 1005 oak street"),
            ("are you live at ten fifteen", "Are you live at 10:15"),
            ("ten oh five people", "10 oh five people"),
            ("at nine thirty elm street", "At nine thirty elm street"),
            ("four twenty two main street", "422 main street"),
            ("we go live at nine thirty", "We go live at 9:30"),
            ("meet at nine thirty on elm street", "Meet at 9:30 on elm street"),
            ("he lives at ease till nine thirty", "He lives at ease till 9:30"),
        ])
    func houses(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "A digit may be said to stand there twice or three times",
        arguments: [
            ("double oh seven", "007"), ("call double five one two", "Call 5512"),
            ("triple one", "111"), ("double five", "Double five"), ("a double bed", "A double bed"),
            ("one double eight hundred", "One double 800"),
            (
                "sales could triple five years from now",
                "Sales could triple five years from now"
            ),
            ("dial triple one please", "Dial 111 please"),
        ])
    func repeats(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "What is measured is no time of day, and no year",
        arguments: [
            ("driving at one twenty kilometers an hour", "Driving at one twenty kilometers an hour"),
            ("at one oh two degrees", "At 102 degrees"), ("at two thirty cents", "At two thirty cents"),
            ("fifteen twenty minutes", "Fifteen twenty minutes"), ("three sixty degrees", "360 degrees"),
            ("at two thirty today", "At 2:30 today"),
        ])
    func measures(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "Parts of one are decimals where something belongs to them, and a point is a word elsewhere",
        arguments: [
            ("point five percent", "0.5%"), ("by point oh five percent", "By 0.05%"),
            ("minus point five percent", "Minus 0.5%"), ("point five million dollars", "$0.5 million"),
            ("one percent and point two percent", "1% and 0.2%"),
            ("point twenty five percent", "0.25%"), ("three point seventy five percent", "3.75%"),
            ("it fell comma point five percent", "It fell, 0.5%"), ("point five", "Point five"),
            ("at this point five percent", "At this point 5%"),
            ("a rise of point five percent", "A rise of 0.5%"), ("it is point five percent", "It is 0.5%"),
            ("from that point five percent left", "From that point 5% left"),
            ("the point five percent made", "The point 5% made"),
            ("the second point five percent", "The second point 5%"),
            ("at some point ten people", "At some point 10 people"),
            ("at one point five people left", "At one point five people left"),
            ("at one point five percent left", "At one point five percent left"),
            ("one point five people", "1.5 people"), ("a five point plan", "A five point plan"),
            ("a point well made", "A point well made"), ("point taken", "Point taken"),
            ("second to none", "Second to none"), ("in the first place", "In the first place"),
            ("one of them", "One of them"), ("just a second", "Just a second"),
        ])
    func points(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "Hundredths need no word of their own where nothing follows that they would count",
        arguments: [
            ("two dollars fifty", "$2.50"), ("it is two dollars fifty each period", "It is $2.50 each."),
            ("a dollar fifty for tea", "$1.50 for tea"),
            ("two euros twenty five comma please", "\u{20AC}2.25, please"),
            ("two dollars fifty to three dollars", "$2.50 to $3"), ("two dollars and fifty", "$2 and 50"),
            ("for two dollars ten minutes", "For $2 10 minutes"),
            ("a dollar ten minutes", "A dollar 10 minutes"),
            ("two dollars fifty per cent", "$2 50%"), ("two dollars twenty first", "$2 twenty first"),
            ("five dollars fifty today", "Five dollars fifty today"),
            ("five dollars fifty plus tax", "Five dollars fifty plus tax"),
            ("a dollar fifty today", "A dollar fifty today"), ("two dollars ten pm", "$2 10 pm"),
            ("two dollars five", "$2 five"), ("a dollar and ten people", "A dollar and 10 people"),
        ])
    func hundredths(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "Two numbers stay in words where they may be a time, a price or one number",
        arguments: [
            ("two fifty", "Two fifty"), ("the seven thirty train", "The seven thirty train"),
            ("ten forty two", "Ten forty two"), ("five thirty to six thirty", "Five thirty to six thirty"),
            ("nineteen ninety nine dollars", "Nineteen ninety nine dollars"),
            ("at nine fifty dollars", "At nine fifty dollars"),
            ("seven forty seven dollars", "Seven forty seven dollars"),
            ("twenty twenty five percent", "Twenty twenty five percent"),
            ("three sixty five days", "365 days"), ("half past ten", "Half past 10"),
            ("it costs five ninety nine", "It costs five ninety nine"),
            ("tickets are nine ninety nine each", "Tickets are nine ninety nine each"),
            ("i am five eleven", "I am five eleven"), ("flight two forty seven", "Flight 247"),
            ("flight eleven eighty", "Flight 1180"),
            ("the battle of ten sixty six", "The battle of ten sixty six"),
            ("built in eleven eighty", "Built in eleven eighty"),
            ("twelve ninety nine", "Twelve ninety nine"),
            ("ten ninety percent", "10 90%"), ("ten seventy eighty two", "10 70 82"),
            ("call five eighty two thirteen forty", "Call 582 1340"),
            ("ten fifteen percent", "10 15%"), ("nine ten percent", "Nine 10%"),
            ("ten twenty million", "10 20 million"),
        ])
    func pairs(spoken: String, written: String) {
        #expect(formatter.text(spoken).text == written)
    }

    @Test(
        "Addresses of mail and hosts are put together",
        arguments: [
            ("ada at example dot org", "ada@example.org"),
            (
                "write to ada dot lovelace at mail dot example dot org comma please",
                "Write to ada.lovelace@mail.example.org, please"
            ),
            ("see example dot org", "See example.org"), ("meet at noon", "Meet at noon"), ("a dot", "A dot"),
            ("dot", "Dot"), ("example dot", "Example dot"), ("at dot org", "at.org"),
            ("visit us at example dot com", "Visit us at example.com"),
            ("shop at amazon dot com", "Shop at amazon.com"), ("visit shop dot com", "Visit shop.com"),
            ("in march twenty twenty thirty people died", "In March 2020 30 people died"),
            ("it was difficult period then we left", "It was difficult. Then we left"),
            ("i am at amazon dot com", "I am at amazon.com"),
            ("i bought my ticket at museum dot com", "I bought my ticket at museum.com"),
            ("two tickets at museum dot com", "Two tickets at museum.com"),
            ("our support at example dot com", "Our support@example.com"),
            ("the info at example dot com", "The info@example.com"),
            ("zip nine four one oh three bob at example dot com", "Zip 94103 bob@example.com"),
            ("room five bob at example dot com", "Room five bob@example.com"),
            ("mail the ada dot l at example dot org", "Mail the ada.l@example.org"),
            ("i work at booking dot com", "I work at booking.com"),
            ("sign up at example dot com", "Sign up at example.com"),
            ("register at example dot com", "Register at example.com"),
            ("read more at example dot com", "Read more at example.com"),
            ("look at example dot org", "Look at example.org"), ("a red dot appears", "A red dot appears"),
            ("the dot com bubble", "The dot com bubble"),
            ("ada one two three at example dot org", "ada123@example.org"),
            ("write to john twenty five at example dot com", "Write to john25@example.com"),
            ("meet ada at ten thirty", "Meet ada at 10:30"), ("room one two at noon", "Room one two at noon"),
            ("mail dot example dot org", "mail.example.org"),
            ("w w w dot example dot org", "www.example.org"),
            ("see w. w. w. dot example dot org slash", "See www.example.org slash"),
            ("ask at b b c dot co dot uk", "ask@bbc.co.uk"),
            ("ada underscore lovelace at example dot org", "ada_lovelace@example.org"),
            ("ada at big dash shop dot com", "ada@big-shop.com"),
            ("see big hyphen shop dot com", "See big-shop.com"),
            ("well hyphen known", "Well-known"), ("co hyphen us", "Co-us"),
            ("i'm at example dot com", "I'm at example.com"),
            ("please at example dot com", "Please at example.com"),
            ("she's at example dot org", "She's at example.org"),
            ("plan a or b", "Plan a or b"), ("an underscore", "An underscore"),
            (
                "email me at ada dot lovelace at example dot org",
                "Email me at ada.lovelace@example.org"
            ),
        ])
    func addresses(spoken: String, written: String) {
        let text = formatter.text(spoken).text
        #expect(text == written)
    }

    @Test(
        "Each part of an address may have figures behind it, or be figures, and what is counted after one is none of it",
        arguments: [
            ("ada underscore one two at example dot org", "ada_12@example.org"),
            ("ada dot b two at example dot org", "ada.b2@example.org"),
            ("ada two dot lovelace at example dot org", "ada2.lovelace@example.org"),
            ("ada at studio fifty four dot com", "ada@studio54.com"),
            ("ada at one two three dot com", "ada@123.com"),
            ("ada at three dot com", "ada@three.com"),
            ("mail ada at example dot org twenty times", "Mail ada@example.org 20 times"),
            ("see example dot org two hyphen three", "See example.org two-three"),
            ("they have twenty dot com companies", "They have 20 dot com companies"),
            ("meet ada in room one two at noon", "Meet ada in room one two at noon"),
        ])
    func figuresInAddresses(spoken: String, written: String) {
        let text = formatter.text(spoken).text
        #expect(text == written)
    }

    @Test(
        "Domains of all countries end an address, and those that are words leave a sentence alone",
        arguments: [
            ("ada at example dot at", "ada@example.at"), ("ada at example dot be", "ada@example.be"),
            ("ada at example dot se", "ada@example.se"), ("ada at example dot d e", "ada@example.de"),
            ("write to ada at example dot me comma please", "Write to ada@example.me, please"),
            ("see example dot tv", "See example.tv"), ("see example dot ai", "See example.ai"),
            ("see w w w dot example dot at", "See www.example.at"),
            ("a red dot is here", "A red dot is here"), ("the red dot in the box", "The red dot in the box"),
            ("this dot at the top", "This dot at the top"), ("move each dot to me", "Move each dot to me"),
            ("look at that dot to the left", "Look at that dot to the left"),
            ("stare at the dot in the corner", "Stare at the dot in the corner"),
            ("stare at that dot in the corner", "Stare at that dot in the corner"),
        ])
    func domains(spoken: String, written: String) {
        let text = formatter.text(spoken).text
        #expect(text == written)
    }

    @Test(
        "What is taken back is gone, and utterances before it where there is nothing else",
        arguments: [
            ("buy milk scratch that", "", 0), ("buy milk scratch that buy bread", "Buy bread", 0),
            ("scratch that", "", 1), ("scratch that scratch that", "", 2),
            ("scratch that buy bread", "Buy bread", 1),
            ("scratch the surface", "Scratch the surface", 0),
            ("i want to scratch that itch", "I want to scratch that itch", 0),
            ("please do not scratch that car", "Please do not scratch that car", 0),
            ("buy two scratch that three", "Three", 0),
            ("if you scratch that it will bleed", "If you scratch that it will bleed", 0),
            ("did you scratch that painting", "Did you scratch that painting", 0),
            ("people who scratch that", "People who scratch that", 0),
            ("thank you scratch that thanks", "Thanks", 0),
            ("no scratch that", "", 1), ("oh sorry scratch that buy bread", "Buy bread", 0),
            ("no scratch that yes", "Yes", 0),
            ("no milk scratch that", "", 0), ("comma scratch that", "", 0),
            ("buy milk scratch that comma buy bread", "Buy bread", 0), ("scratch that full stop", "", 1),
        ])
    func takingBack(spoken: String, written: String, count: Int) {
        #expect(formatter.text(spoken) == DictatedText(text: written, takesBack: count))
    }

    @Test(
        "Of a text that is written already, only spoken marks and what is taken back are changed",
        arguments: [
            ("Mr. Smith has 25 chairs, at 3 pm.", "Mr. Smith has 25 chairs, at 3 pm.", 0),
            ("I will come at 3 p.m. on Monday.", "I will come at 3 p.m. on Monday.", 0),
            ("Hello, comma, world.", "Hello, world.", 0), ("Hello comma world", "Hello, world", 0),
            ("First line. New line. Second line.", "First line.\nSecond line.", 0),
            ("Scratch that.", "", 1), ("Buy milk. Scratch that. Buy bread.", "Buy bread.", 0),
            ("Add a comma here.", "Add a comma here.", 0), ("twenty five", "Twenty five", 0),
            ("How are you? Question mark.", "How are you?", 0), ("Wow! Exclamation mark!", "Wow!", 0),
            ("We offer a trial period, then you pay.", "We offer a trial period, then you pay.", 0),
            ("The Renaissance period was great.", "The Renaissance period was great.", 0),
            ("He has colon cancer.", "He has colon cancer.", 0),
            ("I came. Period. Then I left.", "I came. Then I left.", 0),
            ("I came period. Then I left.", "I came. Then I left.", 0),
            ("ada@example.org is mine.", "ada@example.org is mine.", 0),
            ("www.example.com is down.", "www.example.com is down.", 0),
            ("iPhone sales rose.", "iPhone sales rose.", 0),
            ("She went through a difficult period.", "She went through a difficult period.", 0),
            ("In that period, we won.", "In that period, we won.", 0),
            ("Bring the following colon, eggs and milk.", "Bring the following: eggs and milk.", 0),
            ("The Victorian period, too, ended.", "The Victorian period, too, ended.", 0),
            ("Full-stop here. Semi-colon there", ". Here; there", 0),
            ("See you. Scratch that. Bye.", "Bye.", 0), ("I'm waiting. Period.", "I'm waiting.", 0),
            ("I came. Period. Of course I left.", "I came. Of course I left.", 0),
            ("Don't scratch that itch.", "Don't scratch that itch.", 0),
            ("Buy that scratch that itch powder.", "Buy that scratch that itch powder.", 0),
            ("buy milk scratch that buy bread", "Buy bread", 0),
            ("No, scratch that.", "", 1), ("Oh scratch that.", "", 1), ("No. Scratch that.", "", 0),
            ("No, scratch that. Yes.", "Yes.", 0),
            ("Buy milk, no, scratch that. Buy bread.", "Buy bread.", 0),
            ("Please scratch that itch.", "Please scratch that itch.", 0),
            (
                "He said, open quote, I agree, close quote. Then he left.",
                "He said, \u{201C}I agree\u{201D}. Then he left.", 0
            ),
            ("See the list, open bracket, page five, close bracket.", "See the list, (page five).", 0),
            ("At 3 p.m. Comma, please.", "At 3 p.m., please.", 0), ("At 3 p.m. Full stop.", "At 3 p.m.", 0),
        ])
    func written(heard: String, written: String, count: Int) {
        #expect(formatter.text(heard, .written) == DictatedText(text: written, takesBack: count))
    }

    @Test(
        "What goes on a text begins with a capital only where a sentence does, also after some was taken back"
    )
    func pieces() {
        let before = ["I would like some milk", "and some cheese."]
        #expect(formatter.text("and bread", after: before).text == "And bread")
        #expect(
            formatter.text("scratch that and bread", after: before)
                == DictatedText(text: "and bread", takesBack: 1))
        #expect(
            formatter.text("scratch that scratch that bread", after: before)
                == DictatedText(text: "Bread", takesBack: 2))
        #expect(formatter.text("and bread scratch that and eggs", after: ["Milk"]).text == "and eggs")
        #expect(formatter.text("and bread scratch that comma please", after: ["Milk"]).text == ", please")
    }

    @Test("The word before a number may be in the text that goes on, unless a sentence ended there")
    func numbersOfPieces() {
        #expect(formatter.text("nine thirty", after: ["Meet me at"]).text == "9:30")
        #expect(formatter.text("nine thirty", after: ["Meet me at", "noon."]).text == "Nine thirty")
        #expect(formatter.text("point five percent", after: ["At this"]).text == "point 5%")
        #expect(formatter.text("point five percent", after: ["I know."]).text == "0.5%")
        #expect(formatter.text("scratch that nine thirty", after: ["Meet me at", "noon"]).text == "9:30")
    }

    /// German numbers, with a table `writing:` of one's own.
    private func german(writing table: String) throws -> DictationFormatter {
        let locale = try #require(LocaleTag("de-DE"))
        var words = try LanguageWords(path: "models/words/de.yaml", locale: locale)
        words.writing = try LanguageWords(
            path: folder.write("writing: { \(table) }", to: "words.yaml"), locale: locale
        ).writing
        return try #require(DictationFormatter(words))
    }

    @Test("A mark may have more words than a phrase in which marks are words")
    func longMark() throws {
        let formatter = try german(writing: "marks: { open square bracket: '[' }, literal_phrases: [period]")
        #expect(formatter.text("open square bracket").text == "[")
    }

    @Test("A word may stand for several digits")
    func wordOfDigits() throws {
        let formatter = try german(writing: "digits: { doppelnull: '00' }")
        #expect(formatter.text("doppelnull doppelnull doppelnull").text == "000000")
        #expect(formatter.text("eins doppelnull sieben").text == "1007")
        #expect(formatter.text("eins zwei doppelnull doppelnull").text == "120000")
    }

    @Test("Two numbers are a year only in a language that says years in pairs")
    func yearsInPairs() throws {
        #expect(try german(writing: "years_in_pairs: no").text("dreizehn vierzehn").text == "13 14")
        #expect(try german(writing: "years_in_pairs: yes").text("dreizehn vierzehn").text == "1314")
    }

    @Test("A language without a table has no readable text")
    func noTable() throws {
        #expect(DictationFormatter(LanguageWords(locale: LocaleTag("de-DE"))) == nil)
    }
}
