// The API has URL and TimeInterval, as the Speech framework does. FoundationEssentials has them, and is much smaller than
// Foundation.
#if canImport(FoundationEssentials)
    @_exported import struct FoundationEssentials.URL
    @_exported import typealias FoundationEssentials.TimeInterval
#else
    @_exported import struct Foundation.URL
    @_exported import typealias Foundation.TimeInterval
#endif
