"""The loop: shows where the scene stands, asks its next question, until it is over or somebody leaves."""

from contrecoup.cli.referee.desk import Again, Desk
from contrecoup.cli.referee.orders import carry_out
from contrecoup.cli.referee.words import Order, numbers
from contrecoup.cli.screen import printable
from contrecoup.kernel import Choice, End, Refused, Throw, View
from contrecoup.play import Hand, Step, ThrownDice, TypedDice, Unkept


class Loop:
    """Plays one session at one terminal."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._due = Again.TABLE
        self._seen: View | None = None
        self._round = 0
        self._is_stuck = False

    def play(self) -> None:
        """Until the scene is over and nobody takes it back; `Left` or `EOFError` where that comes first."""
        while True:
            node = self._desk.session.question()
            try:
                if isinstance(node, End):
                    if self._end(node):
                        return
                elif self._plays_itself(node):
                    self._play_on(node)
                elif isinstance(node, Choice):
                    self._choose(node)
                else:
                    self._throw(node)
            except Unkept:
                raise
            except Refused as refused:
                self._desk.refuse(refused)

    def replay(self) -> None:
        """Tell every step that counts, as it was told live, and where the scene stands now."""
        desk = self._desk
        for step in desk.session.steps:
            if step.node.round and desk.teller.knows(step):
                self._show_round(step.rounds)
            self._show(step)
        desk.board.show(desk.session.view(desk.viewer))
        node = desk.session.question()
        if isinstance(node, End):
            self._show_end(node)
        else:
            desk.say("play.recap.unfinished")

    def _plays_itself(self, node: Choice | Throw) -> bool:
        """Whether nobody here is asked: the seat plays on by itself, or the viewer may not know of it.

        Dice on the table are typed for a seat that plays on by itself, too.
        """
        desk = self._desk
        if not desk.teller.sees(node):
            return True
        is_typed = isinstance(node, Throw) and desk.dice == "typed"
        return desk.session.is_auto() and not is_typed and not self._is_stuck

    def _play_on(self, node: Choice | Throw) -> None:
        """One step of a seat that plays on by itself; where it can't, somebody here is asked."""
        self._open_round(node)
        try:
            step = self._desk.session.play_on(ThrownDice(self._desk.source))
        except Refused as refused:
            if not self._desk.teller.sees(node):
                raise Unkept(refused.reasons, refused.domain) from None  # and nobody here may be asked
            self._is_stuck = True
            raise
        self._show(step)

    def _show(self, step: Step) -> None:
        """What happened, as far as the viewer may know."""
        desk = self._desk
        if desk.teller.knows(step):
            desk.screen.paragraph(printable(desk.teller.headline(step)))
            for told in desk.teller.told(step):
                desk.tell(told)
        else:
            for message in step.heard(desk.viewer):
                desk.tell(desk.teller.said(message), "")
        self._due, self._is_stuck = Again.TABLE, False

    def _show_table(self, node: Choice | Throw | End) -> None:
        """The round's heading, and the view where it is not the one that was shown last."""
        desk = self._desk
        if not isinstance(node, End):
            self._open_round(node)
        view = desk.session.view(desk.viewer)
        if view != self._seen and (not isinstance(node, Throw) or self._seen is None):
            desk.board.show(view)
            self._seen = view

    def _open_round(self, node: Choice | Throw) -> None:
        """The heading of the round that a node opens, once, for those who learn of it."""
        number = self._desk.session.rounds + 1
        if node.round and number != self._round and self._desk.teller.sees(node):
            self._round = number
            self._show_round(number)

    def _show_round(self, number: int) -> None:
        self._desk.screen.print()
        self._desk.screen.heading(self._desk.teller.texts.text("play.round", number=number))

    def _announce(self, node: Choice | Throw) -> None:
        if self._due is Again.TABLE:
            self._show_table(node)
        if self._due is not Again.NOTHING:
            self._desk.screen.paragraph(printable(self._desk.teller.question(node)))
            if isinstance(node, Choice):
                self._offer(node)
            else:
                self._ask_dice(node)
        self._due = Again.NOTHING

    def _offer(self, node: Choice) -> None:
        for place, option in enumerate(node.options, 1):
            text = self._desk.teller.texts.option(option)
            self._desk.screen.paragraph(printable(f"{place:>3}  {text}"))

    def _choose(self, node: Choice) -> None:
        desk = self._desk
        self._announce(node)
        line = desk.keyboard.ask(desk.teller.texts.name("play.prompt"))
        order = desk.words.order(line)
        if order:
            self._obey(order)
            return
        place = desk.words.chosen(line, [desk.teller.texts.option(option) for option in node.options])
        if place is None:
            place = desk.words.chosen(line, [option.id for option in node.options])
        if place is None:
            desk.say(
                "play.choose.unknown" if line else "play.choose.empty", given=line, most=len(node.options)
            )
        else:
            self._show(desk.session.choose(node.options[place]))

    def _ask_dice(self, node: Throw) -> None:
        desk = self._desk
        if desk.teller.holds(node) or desk.dice == "typed":
            desk.say("play.throw.dice", dice=desk.teller.asked_dice(node.test.dice()))
        known = desk.teller.modifiers(desk.session.pending)
        if known:
            desk.say("play.modifiers", modifiers=known)
        kept = desk.session.kept(desk.viewer)
        if kept is not None:
            desk.say("play.throw.kept", numbers=", ".join(str(rolled.number) for rolled in kept))

    def _throw(self, node: Throw) -> None:
        desk = self._desk
        self._announce(node)
        kept = desk.session.kept() is not None
        is_typed = desk.dice == "typed" and not kept
        prompt = "kept" if kept else desk.dice
        line = desk.keyboard.ask(desk.teller.texts.name(f"play.throw.prompt_{prompt}"))
        order = desk.words.order(line)
        if order and order.command == "type":
            self._type(order.rest or desk.keyboard.ask(desk.teller.texts.name("play.throw.prompt_typed")))
        elif order and order.command == "hidden":
            self._throw_hidden(order.rest)
        elif (order and order.command == "throw") or (not line and not is_typed):
            self._show(desk.session.throw(ThrownDice(desk.source)))
        elif order:
            self._obey(order)
        elif kept:
            desk.say("play.throw.kept_already")
        else:
            self._type(line)

    def _throw_hidden(self, line: str) -> None:
        """The game master's dice, thrown or typed, that nobody else sees until they are revealed."""
        desk = self._desk
        given = numbers(line) if line else ()
        if not desk.is_master:
            desk.say("play.master_only")
        elif given is None:
            desk.say("play.throw.no_numbers", given=line)
        else:
            hand: Hand = TypedDice(given) if given else ThrownDice(desk.source)
            self._show(desk.session.throw(hand, hidden=True))

    def _type(self, line: str) -> None:
        """Read typed dice; where some are kept, these correct them."""
        desk = self._desk
        given = numbers(line)
        if given is None:
            desk.say("play.throw.no_numbers" if line else "play.throw.empty", given=line)
            return
        hand: Hand = TypedDice(given)
        session = desk.session
        self._show(session.throw(hand) if session.kept() is None else session.correct(hand))

    def _obey(self, order: Order) -> None:
        self._due = carry_out(self._desk, order)
        if self._due is Again.TABLE:
            self._seen, self._round = None, 0

    def _end(self, node: End) -> bool:
        """Whether the evening is over: the end is shown, and can still be taken back."""
        desk = self._desk
        if self._due is Again.TABLE:
            self._show_table(node)
            self._show_end(node)
        self._due = Again.NOTHING
        try:
            line = desk.keyboard.ask(desk.teller.texts.name("play.end.prompt"))
        except EOFError:
            return True
        order = desk.words.order(line)
        if not line or (order and order.command == "quit"):
            return True
        if order:
            self._obey(order)
        else:
            desk.say("play.end.unknown")
        return False

    def _show_end(self, node: End) -> None:
        desk = self._desk
        desk.screen.print()
        desk.screen.heading(printable(desk.teller.outcome(node)))
        for line in desk.teller.remains(node):
            desk.screen.paragraph(printable(line), "  ")
