import Configuration
import Models
import Platform

/// The model packs of this machine. One that is left out for a mistake in its manifest is named in the log, once; so is
/// where they were looked for, if there are none.
enum InstalledPacks {
    private static let said = SaidOnce()

    static var all: [ModelPack] {
        find(in: ModelPack.defaultSearchPaths) { message in
            if said.isNews(message) { Log.warning(message, from: "models") }
        }
    }

    static func find(in searchPaths: [String], warn: (String) -> Void) -> [ModelPack] {
        let diagnostics = Diagnostics()
        let packs = ModelPack.installed(searchPaths: searchPaths, diagnostics: diagnostics)
        for diagnostic in diagnostics.sorted { warn("a language is left out: \(diagnostic)") }
        if packs.isEmpty { warn(ModelError.noPack(in: searchPaths)) }
        return packs
    }
}
