"""HTTP as httpx speaks it, but for the trusted certificates: servers of tests use no TLS.

Every client and every single call of httpx loads them anew, which takes longer than most calls: 60 ms.
"""

from functools import partial

import httpx

Client = partial(httpx.Client, verify=False)
get = partial(httpx.get, verify=False)
post = partial(httpx.post, verify=False)
stream = partial(httpx.stream, verify=False)
