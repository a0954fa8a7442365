// The Speech framework speaks in URL and TimeInterval. The essentials have them, and spare a board the 9 MB of all of
// Foundation.
#if canImport(FoundationEssentials)
    @_exported import struct FoundationEssentials.URL
    @_exported import typealias FoundationEssentials.TimeInterval
#else
    @_exported import struct Foundation.URL
    @_exported import typealias Foundation.TimeInterval
#endif
