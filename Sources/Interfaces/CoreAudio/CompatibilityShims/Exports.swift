@_exported public import Accelerate
