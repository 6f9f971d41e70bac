"""Texts in the reader's language: catalogues by id, numbers and lists by locale. Code holds no sentence."""

from contrecoup.text.languages import LANGUAGES, language
from contrecoup.text.texts import Texts, texts_of

__all__ = ["LANGUAGES", "Texts", "language", "texts_of"]
