// Members of a protocol's extension stand back behind the type's own. A member of the type's would hide them: this module's
// before those of the modules that it exports.

/// A type of `Earshot` that has a property in Foundation's terms, too, as ported programs know it. The name is the same, and the
/// type that is wanted says which is meant; where none does, it is the property of `Earshot`, save for texts of a `TranscriberResult`.
///
/// ```swift
/// let range: NSRange = segment.substringRange
/// print(transcription.formattedString[segment.substringRange])
/// ```
public protocol FoundationBridged {}
