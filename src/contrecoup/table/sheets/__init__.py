"""Sheets in the hand: opened with their rules, filled in field by field, written as files hold them."""

from contrecoup.table.sheets.opened import OpenSheet, content_of, forms_of, open_sheet

__all__ = ["OpenSheet", "content_of", "forms_of", "open_sheet"]
