// As `import Speech` does there, this brings all of Foundation.
@_exported import Earshot
@_exported import Foundation
