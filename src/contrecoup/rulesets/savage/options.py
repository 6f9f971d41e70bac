"""What can be decided in a scene; the texts are the catalogue's `option.<id>`."""

from contrecoup.kernel import option

CONNECT, STOP = option("connect"), option("stop")
STEADY, UNSHAKE = option("steady"), option("unshake")
GO_ON, DISCONNECT, LEAVE = option("go_on"), option("disconnect"), option("leave")
KEEP, REROLL = option("keep"), option("reroll")
ACT = option("act")
SOAK, TAKE = option("soak"), option("take")
