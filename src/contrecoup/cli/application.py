"""The application: its commands, each imported only when it runs, and their help."""

from typing import Final

from cyclopts import App, Group

COMMANDS: Final = {
    "play": "contrecoup.cli.play:play",
    "odds": "contrecoup.cli.odds:odds",
    "roll": "contrecoup.cli.roll:roll",
    "rules": "contrecoup.cli.rules:rules",
    "sheet": "contrecoup.cli.sheet:sheet",
    "packs": "contrecoup.cli.packs:packs",
    "sweep": "contrecoup.cli.sweep:sweep",
    "chart": "contrecoup.cli.chart:chart",
    "luck": "contrecoup.cli.luck:luck",
    "verify": "contrecoup.cli.verify:verify",
    "dial": "contrecoup.cli.dial:dial",
    "serve": "contrecoup.cli.serve:serve",
    "backup": "contrecoup.cli.backup:backup",
    "export": "contrecoup.cli.exporting:export",
    "import": "contrecoup.cli.importing:import_campaign",
}
"""Command: where it is. Its help is the catalogue entry "cli.<command>.help"."""


def application(lang: str) -> App:
    """The application with its help in a language. Help texts are ids; the formatter says them."""
    from contrecoup.cli.helping import Helper

    app = App(
        name="contrecoup",
        help="cli.help",
        version=_version,
        help_format="plaintext",
        help_formatter=Helper(lang),
        group_commands=Group("cli.group.commands"),
        group_arguments=Group("cli.group.arguments"),
        group_parameters=Group("cli.group.options"),
        suppress_keyboard_interrupt=False,
    )
    app["--help"].help = "cli.option.help"
    app["--version"].help = "cli.option.version"
    for name, place in COMMANDS.items():
        app.command(place, name=name, help=f"cli.{name}.help")
    return app


def _version() -> str:
    from importlib.metadata import version

    return version("contrecoup")
