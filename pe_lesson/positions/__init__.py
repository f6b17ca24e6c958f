"""Schemes that tell a model where a token is: lessons 10, 12 and 13."""

from pe_lesson.positions.alibi import Alibi
from pe_lesson.positions.learned import Learned
from pe_lesson.positions.relative_bias import BucketBias, OffsetBias
from pe_lesson.positions.rotary import Rotary
from pe_lesson.positions.two_dimensions import AxialRotary

__all__ = ["Alibi", "AxialRotary", "BucketBias", "Learned", "OffsetBias", "Rotary"]
