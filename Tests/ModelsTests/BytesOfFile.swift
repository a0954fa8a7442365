import Foundation

/// A file's bytes; a test that needs one that is not there ends here.
func bytes(of path: String) -> [UInt8] { [UInt8](FileManager.default.contents(atPath: path)!) }
