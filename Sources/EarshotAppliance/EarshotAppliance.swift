@_exported import Appliance
@_exported import Earshot
@_exported import GPIO
@_exported import Interpretation
