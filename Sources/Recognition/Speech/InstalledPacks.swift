import Journal
import Language
import Settings
import Synchronization

/// The model packs of this machine. One that is left out for a mistake in its manifest is named in the log, once; so is
/// where they were looked for, if there are none.
enum InstalledPacks {
    private static let named = Mutex<Set<String>>([])

    static var all: [ModelPack] {
        find(in: ModelPack.defaultSearchPaths) { message in
            let isNew = named.withLock { $0.insert(message).inserted }
            if isNew { Log.warning(message, from: "models") }
        }
    }

    static func find(in searchPaths: [String], warn: (String) -> Void) -> [ModelPack] {
        let complaints = Complaints()
        let packs = ModelPack.installed(searchPaths: searchPaths, complaints: complaints)
        for complaint in complaints.sorted { warn("a language is left out: \(complaint)") }
        if packs.isEmpty { warn(LanguageError.noPack(in: searchPaths)) }
        return packs
    }
}
