"""What the gallery shows: every component with values as they occur at a table, in both languages."""

from datetime import UTC, datetime
from typing import Any

from contrecoup.kernel import Message, Name
from contrecoup.kernel.form import Field, Offer, Step
from contrecoup.table.parts import (
    AnyPart,
    CardSeen,
    ClockSeen,
    ConditionSeen,
    DiceSeen,
    PoolSeen,
    TableSeen,
    TrackSeen,
)
from contrecoup.table.seen import (
    ChairSeen,
    DieSeen,
    Line,
    ModifierSeen,
    OptionSeen,
    Owned,
    QuestionSeen,
    RolledSeen,
    Said,
    SeatSeen,
)
from contrecoup.text import Texts
from contrecoup.web.pages import risen
from contrecoup.web.pieces import Fault, Frame, Invitation, Link, Share, Theme
from contrecoup.web.workbench import Advice, Alternative, Bars, BestOdds, Moved, SceneOdds, Weight

WORDS = {
    "en": {
        "title": "Gallery",
        "campaign": "Neon harbour, second evening",
        "seat": "Player: Fast Joe",
        "gm": "Game master",
        "joe": "Fast Joe",
        "spider": "Ada, spider",
        "system": "Horizon front desk",
        "mine": "Fast Joe has one marker left. What does he do?",
        "theirs": "Does the system pull its hot-headed spider in?",
        "push": "Press on into the next layer",
        "hide": "Lie low and take back a marker",
        "leave": "Jack out",
        "control": "Takes control",
        "ejected": "Thrown out",
        "round": "Round 3",
        "line": "Fast Joe hacks against the ICE of the front desk: two raises, the system loses 2 markers.",
        "hidden": "A hidden throw of the system: it notices nothing.",
        "back": "The backlash hits Fast Joe, who is Shaken.",
        "rule": "Backlash",
        "trait": "Hacking d8",
        "wild": "Wild Die d6",
        "help": "Ada's d6",
        "result": "Total 17 against 4: success with three raises.",
        "dark": "Bad light in the server room",
        "bribed": "The guard has been bribed",
        "not_whole": "x is no whole number; a modifier is one from −10 to 10.",
        "die_fault": "An acing d8 can't come to 16; 15 or 17 can.",
        "log": "Log",
        "dice": "Dice",
        "sheet": "Sheet",
        "empty": "No scene yet",
        "empty_text": "Choose who breaks into what; the table opens with its first question.",
        "link": "Set up a scene",
        "opener": "End the scene…",
        "leave_text": "The scene ends here for everybody at the table. The log keeps all of it.",
        "toast": "The link for Ada's seat has been copied.",
        "step_fault": "Hard disk is 9; it takes 1 to 6.",
        "over": "4 points too many are spent.",
        "traits": "Anti-virus\nSmall frame",
        "time": "4 min 12 s",
        "patrol": "A patrol on foot within the hour.",
        "doors": "Every door on the floor locks.",
    },
    "fr": {
        "title": "Galerie",
        "campaign": "Port au néon, deuxième soirée",
        "seat": "Joueur\u00a0: Joe l’Éclair",
        "gm": "Meneur de jeu",
        "joe": "Joe l’Éclair",
        "spider": "Ada, araignée",
        "system": "Accueil d’Horizon",
        "mine": "Il ne reste qu’un marqueur à Joe l’Éclair. Que fait-il\u00a0?",
        "theirs": "Le système fait-il intervenir son araignée la plus impétueuse\u00a0?",
        "push": "Forcer le passage vers la couche suivante",
        "hide": "Se faire discret et reprendre un marqueur",
        "leave": "Se déconnecter",
        "control": "Prend le contrôle",
        "ejected": "Est éjecté",
        "round": "Round 3",
        "line": "Joe l’Éclair pirate la glace de l’accueil\u00a0: deux relances, 2 marqueurs perdus.",
        "hidden": "Un jet caché du système\u00a0: il ne remarque rien.",
        "back": "Le contrecoup frappe Joe l’Éclair, qui est Secoué.",
        "rule": "Contrecoup",
        "trait": "Piratage d8",
        "wild": "Dé joker d6",
        "help": "d6 d’Ada",
        "result": "Total de 17 contre 4\u00a0: succès avec trois relances.",
        "dark": "Mauvaise lumière dans la salle des serveurs",
        "bribed": "Le garde a été soudoyé",
        "not_whole": "x n’est pas un nombre entier\u00a0; un modificateur va de −10 à 10.",
        "die_fault": "Un d8 qui explose ne peut pas donner 16\u00a0; 15 ou 17, si.",
        "log": "Journal",
        "dice": "Dés",
        "sheet": "Fiche",
        "empty": "Pas encore de scène",
        "empty_text": "Choisissez qui s’introduit où\u00a0; la table s’ouvre sur sa première question.",
        "link": "Préparer une scène",
        "opener": "Terminer la scène…",
        "leave_text": "La scène s’arrête ici pour toute la table. Le journal garde tout.",
        "toast": "Le lien pour la place d’Ada a été copié.",
        "step_fault": "Le disque dur vaut 9\u00a0; il va de 1 à 6.",
        "over": "4 points de trop sont dépensés.",
        "traits": "Antivirus\nPetit châssis",
        "time": "4 min 12 s",
        "patrol": "Une patrouille à pied dans l’heure.",
        "doors": "Toutes les portes de l’étage se verrouillent.",
    },
}


def samples(lang: str, theme: Theme) -> dict[str, Any]:
    """The values of the gallery in a language and theme."""
    words = WORDS[lang]
    return {
        "words": words,
        "frame": _frame(words, theme),
        "board": board(lang, words),
        "sheet": _sheet(lang),
        **_play(words),
        **_people(words),
        **_form(words),
    }


def _frame(words: dict[str, str], theme: Theme) -> Frame:
    links = (
        Link("/table", words["dice"], is_here=True),
        Link("/log", words["log"]),
        Link("/sheet", words["sheet"]),
    )
    return Frame(
        title=words["title"],
        preferences="/preferences",
        here="/gallery",
        campaign=words["campaign"],
        seat=words["seat"],
        theme=theme,
        links=links,
        hidden=(("token", "t"),),
        stream="/stream",
    )


def board(lang: str, words: dict[str, str], left: int = 1) -> tuple[Owned, ...]:
    """What shows of a scene, with so many of the hacker's markers left."""
    hacker: tuple[AnyPart, ...] = (
        track(lang, left),
        ConditionSeen(**_named("hot_sim", lang), level=1),
        ConditionSeen(**_named("shaken", lang), level=1),
        ConditionSeen(**_named("wounds", lang), level=2),
        PoolSeen(**_named("bennies", lang), left=2, most=3),
        DiceSeen(**_named("hacking", lang), notation="d8"),
        DiceSeen(**_named("spirit", lang), notation="d6+1"),
    )
    system: tuple[AnyPart, ...] = (
        TrackSeen(**_named("markers", lang), now=3, most=4),
        ConditionSeen(**_named("alert", lang), level=1),
        ClockSeen(**_named("alert_clock", lang), minutes=95),
        CardSeen(**_named("consequences", lang), lines=(words["patrol"], words["doors"])),
    )
    return (Owned("hacker", words["joe"], hacker), Owned("system", words["system"], system))


def track(lang: str, left: int) -> TrackSeen:
    """The hacker's markers."""
    return TrackSeen(**_named("markers", lang), now=left, most=5)


def _sheet(lang: str) -> tuple[AnyPart, ...]:
    texts = Texts(lang, "savage")
    heads = tuple(texts.name(f"part.{each}") for each in ("hacking", "bennies", "spirit"))
    rows = (("Beta-8", "8", "d6"), ("Omega", "12", "d10+1"))
    return (
        TrackSeen(**_named("fatigue", lang), now=17, most=30),
        TableSeen(**_named("spiders", lang), heads=heads, rows=rows),
    )


def _named(id: str, lang: str) -> dict[str, str]:
    """What parts have in common."""
    name = risen(Texts(lang, "savage").name(f"part.{id}"))
    return {"id": id, "name": name, "text": name}


def question(words: dict[str, str], *, is_mine: bool = True) -> QuestionSeen:
    """A choice with three answers, or the same as those see it who only wait."""
    options = tuple(OptionSeen(each, {"markers": 1}, words[each]) for each in ("push", "hide", "leave"))
    return QuestionSeen(
        kind="choice",
        seat="hacker",
        who=words["joe"] if is_mine else words["system"],
        reason="next",
        what=words["mine"],
        text=words["theirs"],
        is_mine=is_mine,
        options=options if is_mine else (),
        push=0 if is_mine else -1,
    )


def _throw(words: dict[str, str]) -> QuestionSeen:
    dice = (
        DieSeen("die.trait", words["trait"], 8, aces=True, most=0),
        DieSeen("die.wild", words["wild"], 6, aces=True, most=0),
    )
    return QuestionSeen(
        kind="throw",
        seat="hacker",
        who=words["joe"],
        reason="hack",
        what=words["trait"],
        text=words["trait"],
        is_mine=True,
        dice=dice,
    )


def _play(words: dict[str, str]) -> dict[str, Any]:
    joined = (
        RolledSeen("die.trait", words["trait"], 8, 17, (8, 8, 1)),
        RolledSeen("die.wild", words["wild"], 6, 1, (1,)),
    )
    more = (
        RolledSeen("die.helper", words["help"], 4, 3),
        RolledSeen("die.d10", "d10", 10, 10),
        RolledSeen("die.plain", "d12", 12, 11, (11,)),
    )
    modifiers = (
        ModifierSeen(-2, words["dark"], f"{words['dark']} (−2)"),
        ModifierSeen(1, words["bribed"], f"{words['bribed']} (+1)", is_secret=True),
    )
    return {
        "mine": question(words),
        "theirs": question(words, is_mine=False),
        "asked": _throw(words),
        "announced": modifiers,
        "turn": 12,
        "shares": (Share(words["control"], 0.564025), Share(words["ejected"], 0.435975)),
        "odds": _odds(words),
        "throw": 7,
        "thrown": (*joined, *more),
        "lines": _lines(words, joined),
        "carried": (("scene", "s1"), ("turn", 13)),
        "sent": {"do": "adjust", "by": "x", "secret": "yes", "numbers.0": "16"},
        "faults": (Fault("by", words["not_whole"]), Fault("numbers.0", words["die_fault"])),
    }


def _odds(words: dict[str, str]) -> SceneOdds:
    """A scene's odds with all that may be asked of them."""
    ends = (Share(words["control"], 0.564025), Share(words["ejected"], 0.435975))
    moved = (Moved(words["control"], 0.694313, 13.0288), Moved(words["ejected"], 0.305687, -13.0288))
    options = (Alternative(words["push"], 0.5640, True), Alternative(words["hide"], 0.5, False))
    return SceneOdds(
        rules="savage",
        title=words["system"],
        scene=words["campaign"],
        bars=(Bars("ends", words["dice"], ends), Bars("left.0", words["joe"], (Share("0", 1.0),))),
        states=830,
        sampled=100_000,
        error=0.0021,
        cut=0.000012,
        weights=(
            Weight("both_out", "control", words["rule"], 0.13, moved),
            Weight("assist_cap", "4", words["dark"], 0.0, ()),
        ),
        best=BestOdds(
            who=words["joe"],
            aim="control=1",
            is_own=True,
            value=0.564,
            states=830,
            advice=(Advice(words["mine"], 1.25, (words["line"],), options),),
            more=3,
        ),
    )


def _lines(words: dict[str, str], dice: tuple[RolledSeen, ...]) -> tuple[Line, ...]:
    time = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
    told = (Said(words["back"], "backlash", words["rule"], "backlash"),)
    one = (RolledSeen("die.d6", "d6", 6, 2, (2,)),)
    return (
        Line(1, "thrown", words["line"], time, round=3, dice=dice, told=told, undo=9),
        Line(2, "thrown", words["hidden"], time, dice=one, is_hidden=True, undo=10),
        Line(3, "chosen", words["hide"], time),
    )


def _people(words: dict[str, str]) -> dict[str, Any]:
    return {
        "here": (
            SeatSeen("gm", words["gm"], "gm", is_here=True),
            SeatSeen("p1", words["joe"], "player", is_me=True, is_here=True),
            SeatSeen("p2", words["spider"], "helper"),
        ),
        "chairs": (
            ChairSeen("hacker", words["joe"], "p1", is_mine=True, is_asked=True, seconds=252),
            ChairSeen("system", words["system"], "gm", seconds=170),
            ChairSeen("spider", words["spider"], "p2", seconds=40),
        ),
        "invitation": Invitation(words["spider"], "http://192.168.1.20:8000/join/k3n9-7fqx-2mvd-h8wz"),
        "link": Link("/new", words["link"]),
    }


def _form(words: dict[str, str]) -> dict[str, Any]:
    offers = (Offer("scanner", words["dice"], 5, levels=True), Offer("frame", words["sheet"], -3))
    fields = (
        Field("system.hard_disk", "number", Name("part.hacking"), 3, least=1, most=6),
        Field(
            "system.camera",
            "number",
            Name("part.spirit"),
            2,
            least=1,
            most=6,
            note=Message("web.modifier.by_note"),
        ),
        Field("name", "text", Name("web.modifier.reason"), "2023 ATC17"),
        Field("die", "text", Name("part.ice"), "d8", accepted=("d4", "d6", "d8", "d10", "d12")),
        Field("human", "flag", Name("part.alert"), True),
        Field("notes", "words", Name("part.ice"), words["traits"].splitlines()),
        Field("gear", "gear", Name("part.spiders"), [{"id": "scanner", "level": 2}], offers=offers),
    )
    return {
        "step": Step(
            "system", Name("web.view.conditions"), fields, (Message("web.dice.aces"),), spent=44, left=-4
        ),
        "typed": {"system.hard_disk": "9"},
        "step_faults": (Fault("system.hard_disk", words["step_fault"]), Fault("", words["over"])),
    }
