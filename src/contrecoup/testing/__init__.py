"""The contract suite, for rule sets here and outside: claims that every rule set keeps, and golden files.

`from contrecoup.testing import CLAIMS, subject`: each claim is called with a subject and raises `Broken`
with what it found. `contrecoup.testing.suite` is a pytest module that runs all of them over every rule
set that the registry finds.
"""

from contrecoup.testing.claims import CLAIMS, Broken, Claim
from contrecoup.testing.subject import Sample, Subject, found, subject

__all__ = ["CLAIMS", "Broken", "Claim", "Sample", "Subject", "found", "subject"]
