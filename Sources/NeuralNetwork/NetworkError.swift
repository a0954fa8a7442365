import Glibc
import Platform

/// Why a file of a network's weights cannot be used; its text (`"\(error)"`) says what to do.
///
/// ```swift
/// do {
///     let weights = try NoiseWeights(contentsOf: path)
/// } catch {
///     print(error)        // noise.weights has 100 bytes where its header asks for 136514: install the model pack again
/// }
/// ```
package enum NetworkError: Error, Sendable, Hashable {
    /// The file cannot be read, for the reason `code`, an errno.
    case unreadable(path: String, code: Int32)
    /// It does not begin as such a file does.
    case notWeights(path: String, of: NetworkKind)
    /// It is of a version of the format that this program does not know.
    case unknownVersion(path: String, version: UInt32, known: UInt32)
    /// It is for a network of other bands or sizes than this program runs.
    case unusableShape(path: String, bands: UInt32, dense: UInt32, hidden: UInt32)
    /// It is longer or shorter than its own header says.
    case wrongLength(path: String, found: Int, expected: Int)
    /// One of its numbers is none, or so large that only damage can have made it.
    case damaged(path: String)
}

/// What a network is for.
///
/// ```swift
/// let kind = NetworkKind.noiseReduction
/// ```
package enum NetworkKind: String, Sendable, Hashable {
    /// It says how much of each band is speech.
    case noiseReduction = "the noise reduction"
    /// It says which phone is spoken.
    case phones = "the phones"
}

extension NetworkError: CustomStringConvertible {
    /// What is wrong and what to do, in one line for people.
    package var description: String {
        switch self {
        case .unreadable(let path, let code):
            "cannot read the weights of a network, \(path) (\(systemText(code))): "
                + "let the program read it, or \(Self.remedy)"
        case .notWeights(let path, let kind):
            "\(path) holds no weights of \(kind.rawValue): name another file, or \(Self.remedy)"
        case .unknownVersion(let path, let version, let known):
            "\(path) is of version \(version), this program reads version \(known): "
                + "take the model pack and the program of one release"
        case .unusableShape(let path, let bands, let dense, let hidden):
            "\(path) is for \(bands) bands, \(dense) dense and \(hidden) hidden units, this program runs "
                + "\(MelBands.count) bands and up to \(NetworkWeights.widest) units in multiples of 8: "
                + "take the model pack and the program of one release"
        case .wrongLength(let path, let found, let expected):
            "\(path) has \(found) bytes where its header asks for \(expected): \(Self.remedy)"
        case .damaged(let path):
            "\(path) is damaged, one of its numbers is no weight: \(Self.remedy)"
        }
    }

    private static let remedy = "install the model pack again"
}
