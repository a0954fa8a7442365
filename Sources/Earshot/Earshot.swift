@_exported import Board
@_exported import Capture
@_exported import Commands
@_exported import Evaluation
@_exported import Language
@_exported import Recognition
@_exported import Station
