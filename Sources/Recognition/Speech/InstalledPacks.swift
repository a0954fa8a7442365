import Journal
import Language
import Settings
import Synchronization

/// The model packs of this machine; one that is left out for a mistake in its manifest is named in the log, once.
enum InstalledPacks {
    private static let named = Mutex<Set<String>>([])

    static var all: [ModelPack] {
        let complaints = Complaints()
        let packs = ModelPack.installed(complaints: complaints)
        for complaint in complaints.sorted {
            let isNew = named.withLock { $0.insert(complaint.description).inserted }
            if isNew { Log.warning("a language is left out: \(complaint)", from: "models") }
        }
        return packs
    }
}
