/// A file of the page, which is part of the program.
struct PageFile {
    let bytes: [UInt8]
    let type: String
    /// Whether pages from elsewhere may load it.
    var isForOthers = false

    /// The file at a path; nil where there is none.
    static func at(_ path: String) -> PageFile? {
        switch path {
        case "/": PageFile(bytes: PackageResources.page_html, type: "text/html")
        case "/page.css": PageFile(bytes: PackageResources.page_css, type: "text/css")
        case "/page.js": PageFile(bytes: PackageResources.page_js, type: "text/javascript")
        case "/earshot.js":
            PageFile(bytes: PackageResources.earshot_js, type: "text/javascript", isForOthers: true)
        default: nil
        }
    }
}
