import Configuration
import Glibc
import Platform

extension ModelPack {
    /// Where packs are looked for, the first first: the folders in `EARSHOT_MODELS` (separated by colons), `models` in the
    /// working folder, the user's data folder, and what came with the program (`DataFolders`).
    public static var defaultSearchPaths: [String] {
        var paths = (Environment.value("EARSHOT_MODELS") ?? "").split(separator: ":").map(String.init)
        paths.append("models")
        if let data = Environment.value("XDG_DATA_HOME")
            ?? Environment.value("HOME").map({ $0 + "/.local/share" })
        {
            paths.append(data + "/earshot/models")
        }
        return paths + DataFolders.folders("models")
    }

    /// The packs that are installed, one a locale, in the order of the paths and within one by name.
    ///
    /// A folder whose `model.yaml` is wrong is left out. Reads the folders at each call; the files that packs name are not
    /// looked at.
    public static func installed(searchPaths: [String] = defaultSearchPaths) -> [ModelPack] {
        installed(searchPaths: searchPaths, diagnostics: nil)
    }

    /// The same, and what is wrong with those that are left out.
    package static func installed(searchPaths: [String], diagnostics: Diagnostics?) -> [ModelPack] {
        var packs: [ModelPack] = []
        for path in searchPaths {
            for folder in SystemFiles.names(in: path)
            where access("\(path)/\(folder)/model.yaml", F_OK) == 0 {
                do throws(ConfigurationError) {
                    let pack = try load(folder: "\(path)/\(folder)")
                    if !packs.contains(where: { $0.locale == pack.locale }) { packs.append(pack) }
                } catch {
                    switch error {
                    case .invalid(let all): diagnostics?.add(all)
                    case .unreadable(let path, let reason):
                        diagnostics?.add(reason, at: Mark(file: path, line: 1, column: 1))
                    }
                }
            }
        }
        return packs
    }

    /// The pack among `packs` that speaks `locale`: the same language and region, or the same language where one of the
    /// two names no region. `en-GB` is not answered with `en-US`.
    public static func matching(_ locale: LocaleTag, among packs: [ModelPack]) -> ModelPack? {
        packs.first { $0.locale == locale }
            ?? packs.first {
                $0.locale.language == locale.language && ($0.locale.region == nil || locale.region == nil)
            }
    }

    /// The pack for a user who asked for none: that of LC_ALL, LC_MESSAGES or LANG, else one of the same language, else
    /// the first.
    public static func preferred(among packs: [ModelPack]) -> ModelPack? {
        guard let asked = environmentLocale?.locale else { return packs.first }
        return matching(asked, among: packs) ?? packs.first { $0.locale.language == asked.language }
            ?? packs.first
    }

    /// The pack among `packs` for a program that asks for `locale`, or that for a user where it asks for none.
    ///
    /// - Throws: `.unknownLocale` where none speaks it, or `locale` names no language.
    package static func serving(_ locale: String?, among packs: [ModelPack]) throws(ModelError) -> ModelPack {
        let pack =
            if let locale {
                LocaleTag(locale).flatMap { matching($0, among: packs) }
            } else {
                preferred(among: packs)
            }
        guard let pack else {
            throw .unknownLocale(asked: locale ?? "", installed: packs.map(\.locale.description))
        }
        return pack
    }

    /// What the environment asks for in a language that none of `packs` speaks, so that ``preferred(among:)`` takes another:
    /// the variable, and the locale in it.
    package static func unspokenLocale(among packs: [ModelPack]) -> (variable: String, locale: LocaleTag)? {
        guard let asked = environmentLocale,
            !packs.contains(where: { $0.locale.language == asked.locale.language })
        else { return nil }
        return asked
    }

    /// The first variable that is set decides, also where it names no language, as `C`.
    private static var environmentLocale: (variable: String, locale: LocaleTag)? {
        let variable = ["LC_ALL", "LC_MESSAGES", "LANG"].first { Environment.value($0) != nil }
        return variable.flatMap { name in
            Environment.value(name).flatMap { LocaleTag($0) }.map { (name, $0) }
        }
    }
}
