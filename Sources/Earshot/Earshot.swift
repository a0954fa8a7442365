@_exported import Capture
@_exported import Grammar
@_exported import Interpretation
@_exported import Models
@_exported import Speech
