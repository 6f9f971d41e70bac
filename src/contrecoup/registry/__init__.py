"""The registry: finds rule sets without importing them, and reads scene files into their setups."""

from contrecoup.registry.discovery import find, forget, get
from contrecoup.registry.manifests import Manifest, Ruling
from contrecoup.registry.scenes import Scene, Source, load

__all__ = ["Manifest", "Ruling", "Scene", "Source", "find", "forget", "get", "load"]
