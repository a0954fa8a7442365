import Glibc
import Platform

extension VocabularyDraft {
    /// Writes the folder that ``SiteVocabulary`` reads, or what is in it anew.
    ///
    /// - Throws: What the system refused.
    package func write(to folder: String) throws(PlatformError) {
        if mkdir(folder, 0o777) != 0, errno != EEXIST { throw .refused(call: "mkdir", code: errno) }
        try FileReplacement(of: "\(folder)/\(SiteVocabulary.modelName)", with: preface.text + arpa).commit()
        let path = "\(folder)/\(SiteVocabulary.pronunciationsName)"
        try FileReplacement(of: path, with: pronunciations).commit()
    }
}
