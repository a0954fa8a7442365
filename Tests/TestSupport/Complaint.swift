import Foundation

/// What `body` throws, in its own words; "" if it throws nothing.
public func complaint(of body: () throws -> Void) -> String {
    do {
        try body()
        return ""
    } catch {
        return "\(error)"
    }
}

/// The keys that a reader of configurations names when it is given `xyzzy`, which no file has; none if it takes that.
public func keysNamed(in complaint: String) -> Set<String> {
    let known = complaint.components(separatedBy: "unknown key 'xyzzy'; known: ").dropFirst().first ?? ""
    let names = known.prefix { $0 != "\n" }.components(separatedBy: ", ")
    return Set(names.map { $0.trimmingCharacters(in: ["'"]) }).subtracting([""])
}
