/// Numbers, times, years, and what is said digit by digit.
extension DictationFormatter {
    /// - Parameters:
    ///   - words: The words from here on.
    ///   - said: Those before them.
    func number(
        _ words: ArraySlice<String>, behind said: ArraySlice<String>
    ) -> (text: String, count: Int)? {
        guard numbers != nil else { return nil }
        let before = said.last
        // "Lives at".
        let isOfHouse = Self.ends(said, with: addressAfter)
        if let part = partOfOne(words, behind: before) ?? sumOfOne(words) { return part }
        let first = longest(words)
        let rest = words.dropFirst(first?.count ?? 0)
        if let first, let before, isDay(first, rest, behind: before) {
            return ("\(first.value)", first.count)
        }
        if let first, let time = time(first, rest, behind: before, isOfHouse: isOfHouse) { return time }
        if let digits = digits(words) { return digits }
        guard let first else { return nil }
        if isOrdinal(first, rest) { return nil }
        if let quantity = quantity(first, rest) {
            // "At one point five people left".
            let isPhrase = literalPhrases.contains([before, words.first, rest.first].compactMap { $0 })
            guard let text = quantity.text, !isPhrase else { return asSaid(words, quantity.count) }
            return (text, quantity.count)
        }
        if let counted = counted(words) { return counted }
        // "Eleven thirty" and "twelve fifteen" are rather times of day.
        if language.yearsInPairs, (13...20).contains(first.value), let second = yearOfCentury(rest) {
            let count = first.count + second.count
            let behind = words.dropFirst(count)
            // "Fifteen twenty minutes", "twenty fourteen year olds"; "nineteen ninety nine dollars" may be twenty, and "twenty twenty
            // five percent" two numbers.
            if isOfOne(behind) || isMeasured(behind) || isOfSomething(behind) { return asSaid(words, count) }
            return ("\(first.value * 100 + second.value)", count)
        }
        if let decade = rest.first.flatMap({ language.decades[$0] }), (11...20).contains(first.value) {
            return ("\(first.value * 100 + decade)s", first.count + 1)
        }
        if (1...12).contains(first.value), let second = yearOfCentury(rest) {
            let count = first.count + second.count
            let behind = words.dropFirst(count)
            let isSmall = first.value < 10
            let joined = (text: "\(first.value * 100 + second.value)", count: count)
            if isOfHouse || isNamed(behind: said, behind) { return joined }
            // "Ten oh five".
            if second.value < 10 { return byItself(first) }
            // "Nine thirty" is a time of day, or a price, and "five ninety nine" may be anything.
            if second.value < 60, second.value % 5 == 0 || !isSmall {
                // "Nine ten percent": what is of something is the second one.
                if beginsUnit(behind) { return byItself(first) }
                if !beginsNumber(behind) { return asSaid(words, count) }
                if isSmall { return ("\(first.value) \(second.value)", count) }
            } else if !isOfSomething(behind), isOneNumber(behind: before, behind, isSmall: isSmall) {
                return joined
            } else if isSmall || !beginsUnit(behind) && !beginsNumber(behind) {
                return asSaid(words, count)
            }
        }
        return byItself(first)
    }

    /// A number that nothing belongs to; nil for a small one, which is left in words.
    private func byItself(_ number: SpokenNumbers.Found) -> (text: String, count: Int)? {
        number.value < 10 ? nil : ("\(number.value)", number.count)
    }

    /// Words that are left as they are.
    private func asSaid(_ words: ArraySlice<String>, _ count: Int) -> (text: String, count: Int) {
        (words.prefix(count).joined(separator: " "), count)
    }

    /// Whether two numbers are the number of what is named before them, also where they might be a time of day: "room two fifteen", and
    /// neither "page two twenty minutes" nor "the meeting room two thirty".
    private func isNamed(behind said: ArraySlice<String>, _ words: ArraySlice<String>) -> Bool {
        guard let name = said.last, language.numberAfter.contains(name),
            !said.dropLast().suffix(2).contains(where: language.literalAfter.contains)
        else { return false }
        return !isOfSomething(words) && !isMeasured(words) && !isOfOne(words) && !beginsNumber(words)
    }

    /// Whether what stands around two numbers that are no time of day says that they are one: "room three twelve", "three sixty five days",
    /// "one twenty one over seventy eight", "four twenty two main street", and those among other numbers, as of a telephone.
    ///
    /// - Parameter isSmall: Whether the first is below ten.
    private func isOneNumber(
        behind before: String?, _ words: ArraySlice<String>, isSmall: Bool
    ) -> Bool {
        let isBehindName =
            before.map { language.numberAfter.contains($0) || language.numberNear.contains($0) } ?? false
        if isBehindName || beginsStreet(words) { return true }
        let isBehindNumber = before.map { beginsNumber([$0]) } ?? false
        let isBeforeName = words.first.map(language.numberBefore.contains) ?? false
        let isCounted = severalMeasures.match(words) != nil
        return isSmall && (isCounted || isBehindNumber || isBeforeName || beginsNumber(words))
    }

    /// Whether words begin with a street's name: "elm street", and not "on elm street".
    private func beginsStreet(_ words: ArraySlice<String>) -> Bool {
        guard let name = words.first, let street = words.dropFirst().first, language.streets.contains(street)
        else { return false }
        return !language.notNames.contains(name) && !language.timeAfter.contains(name)
            && marks.match(words) == nil
    }

    /// Whether words begin with what a number is of.
    private func isOfSomething(_ words: ArraySlice<String>) -> Bool {
        guard let word = words.first else { return false }
        return beginsUnit(words) || language.money.values.contains { word == $0.one || word == $0.several }
    }

    /// Whether words begin with what is measured or counted in small parts: "kilometers", "minutes", "cents".
    private func isMeasured(_ words: ArraySlice<String>) -> Bool { measures.match(words) != nil }

    /// Whether words begin with one of what is measured or counted: "milligram tablets", "year olds".
    private func isOfOne(_ words: ArraySlice<String>) -> Bool { singleMeasures.match(words) != nil }

    /// Whether words begin with a unit or a scale: "percent", "million".
    private func beginsUnit(_ words: ArraySlice<String>) -> Bool {
        units.match(words) != nil || words.first.map { language.scales[$0] != nil } ?? false
    }

    func beginsNumber(_ words: ArraySlice<String>) -> Bool {
        words.first.flatMap(digit) != nil || numbers?.longest(words) != nil
    }

    /// Whether nothing follows that a number before it would count: "fifty", "fifty please", and not "fifty people".
    private func isEnd(_ words: ArraySlice<String>) -> Bool {
        guard let next = words.first else { return true }
        return marks.match(words) != nil || language.notNames.contains(next) && units.match(words) == nil
    }

    /// "Point five percent", of something: "at this point five percent" is another thing.
    private func partOfOne(
        _ words: ArraySlice<String>, behind before: String?
    ) -> (text: String, count: Int)? {
        guard let point = language.point, words.first == point else { return nil }
        if let before, isNoun(point, behind: before) { return nil }
        guard let found = quantity((value: 0, count: 0), words), found.count > fraction(words).count,
            let text = found.text
        else { return nil }
        return (text, found.count)
    }

    /// Whether a point is none of a number: "the point", "this point", "the first point", "one point".
    private func isNoun(_ point: String, behind before: String) -> Bool {
        language.literalAfter.contains(before) || literalPhrases.contains([before, point])
            || language.ordinals.contains(before) || beginsNumber([before])
    }

    /// "A dollar fifty".
    private func sumOfOne(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        guard let one = words.first, numbers?.one.contains(one) == true,
            let found = sum("1", words.dropFirst(), isWhole: true), found.count > 1
        else { return nil }
        let count = found.count + 1
        guard let text = found.text else { return asSaid(words, count) }
        return (text, count)
    }

    /// A number with what belongs to it: "three point five percent", "two million", "five dollars and ten cents"; without a text where that
    /// may be read in two ways.
    private func quantity(
        _ first: SpokenNumbers.Found, _ rest: ArraySlice<String>
    ) -> (text: String?, count: Int)? {
        let parts = fraction(rest)
        let behind = rest.dropFirst(parts.count)
        var text = "\(first.value)\(parts.text)"
        var count = first.count + parts.count
        if let unit = units.match(behind) { return (text + unit.text, count + unit.words.count) }
        if let large = multiplied(first, parts, behind) {
            text = large.text
            count += large.count
        }
        if let sum = sum(text, rest.dropFirst(count - first.count), isWhole: text.allSatisfy(\.isNumber)) {
            return (sum.text, count + sum.count)
        }
        guard count > first.count else { return nil }
        return (text, count)
    }

    /// "Two million", "three point five million", "two million three hundred thousand": the words behind the first number.
    private func multiplied(
        _ first: SpokenNumbers.Found, _ parts: (text: String, count: Int), _ words: ArraySlice<String>
    ) -> (text: String, count: Int)? {
        guard let word = words.first, let scale = language.scales[word], first.value > 0 || parts.count > 0
        else { return nil }
        let round = (text: "\(first.value)\(parts.text) \(word)", count: 1)
        guard parts.count == 0, let (value, count) = below(scale, words.dropFirst()), value > 0 else {
            return round
        }
        return ("\(first.value * scale + value)", 1 + count)
    }

    /// What of a number stands behind a scale: "five million and ten" behind "two billion".
    private func below(_ scale: Int, _ words: ArraySlice<String>) -> SpokenNumbers.Found? {
        var rest = words
        if let and = numbers?.and, rest.first == and { rest = rest.dropFirst() }
        guard let next = numbers?.longest(rest) else { return nil }
        var (value, count) = (next.value, next.count + rest.startIndex - words.startIndex)
        if let smaller = words.dropFirst(count).first.flatMap({ language.scales[$0] }) {
            value *= smaller
            count += 1
            if let more = below(smaller, words.dropFirst(count)) {
                value += more.value
                count += more.count
            }
        }
        return value < scale ? (value, count) : nil
    }

    /// "Dollars", "dollars and ninety nine cents", "dollars fifty": an amount with its sign, and how many of the words behind it that
    /// takes. Without a text where it may be one sum or two amounts: "dollars fifty today".
    private func sum(
        _ amount: String, _ words: ArraySlice<String>, isWhole: Bool
    ) -> (text: String?, count: Int)? {
        guard let word = words.first,
            let (sign, currency) = language.money.first(where: { _, currency in
                !currency.isAmbiguous && (word == currency.one || word == currency.several)
            })
        else { return nil }
        let hasAnd = numbers?.and != nil && words.dropFirst().first == numbers?.and
        let rest = words.dropFirst(hasAnd ? 2 : 1)
        guard isWhole, let part = numbers?.longest(rest), (1...99).contains(part.value) else {
            return (sign + amount, 1)
        }
        let behind = rest.dropFirst(part.count)
        let isNamed = behind.first.map { $0 == currency.hundredth || $0 == currency.hundredths } ?? false
        // "Two dollars fifty", and neither "two dollars five" nor "two dollars fifty percent".
        guard
            isNamed || currency.hundredth != nil && !hasAnd && part.value >= 10 && !belongs(part, to: behind)
        else { return (sign + amount, 1) }
        let count = rest.startIndex - words.startIndex + part.count + (isNamed ? 1 : 0)
        guard isNamed || isEnd(behind) else { return (nil, count) }
        let hundredths = part.value < 10 ? "0\(part.value)" : "\(part.value)"
        return ("\(sign)\(amount).\(hundredths)", count)
    }

    /// Whether a number is surely of what follows: "fifty percent", "ten minutes", "ten pm", "twenty first".
    private func belongs(_ number: SpokenNumbers.Found, to words: ArraySlice<String>) -> Bool {
        isOfSomething(words) || isMeasured(words) || beginsNumber(words) || clock.match(words) != nil
            || isOrdinal(number, words)
    }

    /// The longest number that words begin with. "Eight hundred five five five one" is a round one, and digits behind it.
    private func longest(_ words: ArraySlice<String>) -> SpokenNumbers.Found? {
        guard let all = numbers?.longest(words), all.count > 1,
            let round = numbers?.longest(words.prefix(all.count - 1)), round.count == all.count - 1,
            round.value % 100 == 0
        else { return numbers?.longest(words) }
        let following = words.dropFirst(round.count).prefix(3)
        return following.count == 3 && following.allSatisfy { digit($0) != nil } ? round : all
    }

    /// Whether a number is the day of a date, as a year follows: the "sixteen" of "april sixteen nineteen eighty eight".
    private func isDay(
        _ number: SpokenNumbers.Found, _ rest: ArraySlice<String>, behind before: String
    ) -> Bool {
        guard language.yearsInPairs, language.months.contains(before), (1...31).contains(number.value),
            let century = numbers?.longest(rest), (13...20).contains(century.value)
        else { return false }
        let behind = rest.dropFirst(century.count)
        guard let year = yearOfCentury(behind) else { return false }
        // "March twenty twenty thirty people" is of a year, and not of a day.
        return !(19...20).contains(number.value) || isEnd(behind.dropFirst(year.count))
    }

    /// Whether words begin with a month where it is sure to be one, as "may" and "march" are other words as well: "in may two thousand",
    /// "the first of march".
    func isMonth(_ words: ArraySlice<String>, behind said: ArraySlice<String>) -> Bool {
        guard let month = words.first, language.months.contains(month), let before = said.last,
            language.dateAfter.contains(before)
        else { return false }
        let beside = [words.dropFirst().first, said.dropLast().last].compactMap { $0 }
        return beginsNumber(words.dropFirst()) || beside.contains { language.ordinals.contains($0) }
    }

    /// Whether more than a number is said: "twenty first", "one hundred and tenth".
    private func isOrdinal(_ number: SpokenNumbers.Found, _ rest: ArraySlice<String>) -> Bool {
        var rest = rest
        if number.value % 100 == 0, let and = numbers?.and, rest.first == and { rest = rest.dropFirst() }
        return rest.first.map(language.ordinals.contains) ?? false
    }

    /// "Thirteen fourteen fifteen": three or more numbers from ten on, each as much greater than the one before, are no year.
    private func counted(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        var values: [Int] = []
        var count = 0
        while let next = numbers?.longest(words.dropFirst(count)), (10...99).contains(next.value),
            values.last.map({ next.value > $0 }) ?? true,
            values.count < 2 || next.value - values[values.count - 1] == values[1] - values[0]
        {
            values.append(next.value)
            count += next.count
        }
        return values.count < 3 ? nil : (values.map(String.init).joined(separator: " "), count)
    }

    /// "Eighty four", "oh five".
    private func yearOfCentury(_ words: ArraySlice<String>) -> SpokenNumbers.Found? {
        if let zero = words.first, digit(zero) == "0", let unit = words.dropFirst().first.flatMap(digit),
            unit != "0", words.dropFirst(2).first.flatMap(digit) == nil
        {
            return Int(unit).map { ($0, 2) }
        }
        return numbers?.longest(words).flatMap { (10...99).contains($0.value) ? $0 : nil }
    }

    /// "Point five", "point twenty five"; of a version "point one point three".
    private func fraction(_ words: ArraySlice<String>) -> (text: String, count: Int) {
        var (text, count) = ("", 0)
        while let point = language.point, words.dropFirst(count).first == point {
            let behind = words.dropFirst(count + 1)
            let digits = behind.prefix { digit($0) != nil }.compactMap(digit)
            if !digits.isEmpty {
                text += ".\(digits.joined())"
                count += 1 + digits.count
            } else if let number = numbers?.longest(behind), (10...99).contains(number.value) {
                text += ".\(number.value)"
                count += 1 + number.count
            } else {
                break
            }
        }
        return (text, count)
    }

    func digit(_ word: String) -> String? { language.digits[word] ?? numbers?.digit(word) }

    /// "Three pm", "three thirty pm", "three oh five pm"; "three thirty" behind a word such as "at".
    private func time(
        _ hour: SpokenNumbers.Found, _ rest: ArraySlice<String>, behind before: String?, isOfHouse: Bool
    ) -> (text: String, count: Int)? {
        guard (1...12).contains(hour.value) else { return nil }
        if let half = clock.match(rest) {
            return ("\(hour.value) \(half.text)", hour.count + half.words.count)
        }
        let minutes: (text: String, count: Int)
        if let zero = rest.first, digit(zero) == "0", let last = rest.dropFirst().first.flatMap(digit) {
            minutes = ("0\(last)", 2)
        } else if let found = numbers?.longest(rest), (10...59).contains(found.value) {
            minutes = ("\(found.value)", found.count)
        } else {
            return nil
        }
        let behind = rest.dropFirst(minutes.count)
        guard let half = clock.match(behind) else {
            let isTime = before.map(language.timeAfter.contains) ?? false
            guard isTime, !isOfHouse, !beginsNumber(behind), !isOfSomething(behind), !isMeasured(behind),
                !beginsStreet(behind)
            else { return nil }
            return ("\(hour.value):\(minutes.text)", hour.count + minutes.count)
        }
        return ("\(hour.value):\(minutes.text) \(half.text)", hour.count + minutes.count + half.words.count)
    }

    /// Three or more that are said one by one.
    private func digits(_ words: ArraySlice<String>) -> (text: String, count: Int)? {
        let (text, count) = run(words)
        // "Sales could triple five years from now".
        let isRepeated = words.first.map { language.repeats[$0] != nil } ?? false
        if isRepeated, count == 2, !isEnd(words.dropFirst(2)) { return nil }
        // A word such as "oh" begins long ones only, unless it is said twice.
        let zeros = words.prefix { language.digits[$0] != nil }.count
        let least = zeros == 1 ? 4 : 3
        let last = words.startIndex + count - 1
        guard count > 0, let number = longest(words[last...]), number.count > 1 else {
            return text.count >= least ? (text, count) : nil
        }
        // "One two three hundred": the last belongs to a number of its own; in "one eight hundred five five five" all are one.
        let before = run(words[..<last])
        let following = words[(last + number.count)...].prefix(3)
        guard count > 1, before.count == count - 1, number.value < 1000, number.value % 100 == 0,
            following.count == 3, following.allSatisfy({ digit($0) != nil })
        else { return nil }
        return (before.text + "\(number.value)", before.count + number.count)
    }

    /// The digits that words begin with, and how many of them they are: "double oh seven" is three.
    private func run(_ words: ArraySlice<String>) -> (text: String, count: Int) {
        var (text, count) = ("", 0)
        while let word = words.dropFirst(count).first {
            if let digit = digit(word) {
                text += digit
                count += 1
            } else if let times = language.repeats[word],
                let digit = words.dropFirst(count + 1).first.flatMap(self.digit)
            {
                text += String(repeating: digit, count: times)
                count += 2
            } else {
                break
            }
        }
        return (text, count)
    }
}
