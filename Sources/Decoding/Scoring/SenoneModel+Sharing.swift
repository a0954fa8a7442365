import CLinux
import Glibc
import Models
import Platform
import Synchronization

extension SenoneModel {
    private struct Key: Hashable {
        var folder: String
        var arithmetic: Arithmetic
        /// A model that has been put in another's place has Gaussians of its own.
        var files: [Stamp]
    }

    /// Which file it is, and when it was last changed; a copy may keep the time at which the other was written.
    private struct Stamp: Hashable {
        var file: FileIdentity
        var size: Int
        var seconds: Int
        var nanoseconds: Int

        init(path: String) {
            var status = stat()
            // Of a file that is not there, nothing; reading it tells.
            _ = stat(path, &status)
            file = FileIdentity(status)
            size = Int(status.st_size)
            seconds = Int(status.st_ctim.tv_sec)
            nanoseconds = Int(status.st_ctim.tv_nsec)
        }
    }

    private struct Known {
        weak var model: SenoneModel?
    }

    private static let known = Mutex<[Key: Known]>([:])

    /// The one of an acoustic model, which all decoders have that are there at a time; nil as above.
    ///
    /// - Throws: `.model` for a file that is missing or broken.
    static func shared(
        of folder: String, _ arithmetic: Arithmetic
    ) throws(DecoderError) -> SenoneModel? {
        // Reading it takes twice what is kept.
        defer { clinux_trim_memory() }
        return try known.withLock { known throws(DecoderError) in
            let files = ["mdef", "means", "variances", "sendump"].map { Stamp(path: "\(folder)/\($0)") }
            let key = Key(folder: folder, arithmetic: arithmetic, files: files)
            if let model = known[key]?.model { return model }
            let mixtures: TiedMixtures?
            do throws(ModelError) {
                mixtures = try TiedMixtures(of: folder)
            } catch {
                throw .model(error)
            }
            let model = mixtures.flatMap { SenoneModel($0, arithmetic) }
            // They were read to check them, and are not needed before something is said.
            MappedPages(path: "\(folder)/sendump").giveBack()
            known = known.filter { $0.value.model != nil }
            known[key] = model.map { Known(model: $0) }
            return model
        }
    }
}
