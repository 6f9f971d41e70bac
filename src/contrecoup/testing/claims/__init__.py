"""The claims: what every rule set keeps. Each is called with a `Subject` and raises `Broken`."""

from typing import Final

from contrecoup.testing.claims.claim import Broken, Claim
from contrecoup.testing.claims.corrections import corrections_are_survived
from contrecoup.testing.claims.coverage import (
    golden_files_agree,
    golden_scenes_cover_the_rules,
    rulings_are_exercised,
)
from contrecoup.testing.claims.deciding import played_setups_end_alike, seats_play_for_something
from contrecoup.testing.claims.odds import odds_agree_with_play
from contrecoup.testing.claims.options import (
    fewer_questions_end_alike,
    offered_options_are_accepted,
    other_options_are_refused,
    shapes_are_honest,
)
from contrecoup.testing.claims.pages import rule_pages_agree, rule_pages_run, rules_named_exist
from contrecoup.testing.claims.secrets import secrets_are_kept
from contrecoup.testing.claims.states import (
    aftermath_fits_the_sheets,
    rules_are_pure,
    states_are_frozen,
    states_stay_within_the_bound,
    states_survive_writing,
    time_keeps_sheets_valid,
)
from contrecoup.testing.claims.texts import (
    catalogues_agree,
    everything_has_words,
    rulings_are_those_of_the_manifest,
)
from contrecoup.testing.claims.weights import bounds_are_honest, keys_are_honest, weights_add_up

CLAIMS: Final[tuple[Claim, ...]] = (
    golden_files_agree,
    golden_scenes_cover_the_rules,
    rulings_are_exercised,
    rulings_are_those_of_the_manifest,
    states_are_frozen,
    states_survive_writing,
    states_stay_within_the_bound,
    rules_are_pure,
    weights_add_up,
    keys_are_honest,
    bounds_are_honest,
    shapes_are_honest,
    fewer_questions_end_alike,
    played_setups_end_alike,
    seats_play_for_something,
    offered_options_are_accepted,
    other_options_are_refused,
    secrets_are_kept,
    catalogues_agree,
    everything_has_words,
    rule_pages_agree,
    rules_named_exist,
    rule_pages_run,
    aftermath_fits_the_sheets,
    time_keeps_sheets_valid,
    odds_agree_with_play,
    corrections_are_survived,
)

__all__ = ["CLAIMS", "Broken", "Claim"]
