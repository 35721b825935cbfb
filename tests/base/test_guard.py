from __future__ import annotations

import pytest

from printworthy.base.guard import PERSONAL, STRICT, Policy, check_address, check_url, refusal
from printworthy.errors import RefusedError

REFUSED = """
http://127.0.0.1/  http://127.1/  http://127.0.1/  http://2130706433/  http://0x7f000001/  http://017700000001/
http://0177.0.0.1/  http://0x7f.0.0.1/  http://0x7f.1/  http://127.0.0.1./  http://127.0.0.1.:80/  http://127.255.255.254/
http://%31%32%37.0.0.1/  http://１２７.０.０.１/  http://127。0。0。1/  http://①②⑦.⓪.⓪.①/  http://0/  http://0.0.0.0/  http://0x0/
http://10.0.0.1/  http://10.1/  http://167772161/  http://172.16.0.1/  http://172.31.255.255/  http://192.168.0.1/
http://192.168.257/  http://3232235521/  http://100.64.0.1/  http://100.100.100.200/  http://169.254.169.254/
http://2852039166/  http://0xa9fea9fe/  http://169.254.43518/  http://168.63.129.16/  http://192.0.0.192/
http://192.0.2.1/  http://198.18.0.1/  http://198.51.100.7/  http://203.0.113.7/  http://192.88.99.1/
http://224.0.0.1/  http://239.255.255.250/  http://240.0.0.1/  http://255.255.255.255/
http://[::1]/  http://[0:0:0:0:0:0:0:1]/  http://[::]/  http://[::ffff:127.0.0.1]/  http://[::ffff:7f00:1]/
http://[::ffff:8.8.8.8]/  http://[::127.0.0.1]/  http://[::8.8.8.8]/  http://[64:ff9b::7f00:1]/  http://[64:ff9b::8.8.8.8]/
http://[64:ff9b:1::a00:1]/  http://[2002:7f00:1::]/  http://[2002:808:808::1]/  http://[2001:0:7f00:1::]/
http://[fc00::1]/  http://[fd00:ec2::254]/  http://[fe80::1]/  http://[fe80::1%25eth0]/  http://[fec0::1]/  http://[ff02::1]/
http://[2001:db8::1]/  http://[3fff::1]/  http://[100::1]/  http://[5f00::1]/  http://[2606:4700::5efe:7f00:1]/
http://localhost/  http://LOCALHOST/  http://localhost./  http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/  http://foo.localhost/  http://printer.local/
http://metadata.google.internal/  http://intranet/  http://nas.lan/  http://router.home.arpa/  http://hidden.onion/
http://user@example.org/  http://user:secret@example.org/  http://example.org@127.0.0.1/  http://127.0.0.1\\@example.org/
http://example.org\\.evil.example/  http://1.2.3.4.5/  http://256.256.256.256/  http://4294967296/  http://0x/  http://[::1/
http://example.org:22/  http://example.org:25/  http://example.org:6379/  http://example.org:99999/  http://example.org:9200/
ftp://example.org/  gopher://127.0.0.1:6379/_x  file:///etc/passwd  file://server/share  data:text/html,x
javascript:alert(1)
//example.org/  example.org  http:///path  http://  http://-a.example/  http://a..b/  dict://127.0.0.1:11211/  jar:http://x!/
""".split()


def test_the_table_is_long() -> None:
    assert len(set(REFUSED)) >= 60


SPACED = ["http://exa mple.org/", "http://example.org/\r\nHost: x", "http://a\tb.org/", ""]


@pytest.mark.parametrize("url", [*REFUSED, *SPACED])
def test_refused_by_their_spelling(url: str) -> None:
    with pytest.raises(RefusedError, match="refused"):
        check_url(url, STRICT)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://example.org/story?x=1", "example.org"),
        ("HTTP://EXAMPLE.ORG./", "example.org"),
        ("http://bücher.example.com/", "xn--bcher-kva.example.com"),
        ("http://8.8.8.8/", "8.8.8.8"),
        ("http://134744072/", "8.8.8.8"),
        ("http://[2606:4700::1111]/", "2606:4700::1111"),
        ("https://example.org:8443/", "example.org"),
        ("https://9gag.com/", "9gag.com"),
    ],
)
def test_allowed(url: str, host: str) -> None:
    assert check_url(url, STRICT) == host


@pytest.mark.parametrize("address", ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2a00:1450:4001::200e", "192.0.1.1"])
def test_public_addresses(address: str) -> None:
    assert refusal(address) == ""
    check_address(address)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "fe80::1%eth0", "nonsense", ""])
def test_addresses_that_a_name_leads_to(address: str) -> None:
    with pytest.raises(RefusedError, match=r"rebind\.example leads to"):
        check_address(address, STRICT, "rebind.example")


@pytest.mark.parametrize(
    ("named", "asked", "allowed"),
    [
        ("http://localhost:8000/", "http://localhost:8000/print", True),
        ("http://localhost:8000/", "http://127.0.0.1:8000/", False),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:9000/", True),
        ("http://2130706433/", "http://127.0.0.1/", True),
        ("http://192.168.1.5/", "http://192.168.1.5/x", True),
        ("http://192.168.1.5/", "http://192.168.1.6/", False),
        ("http://nas.lan/", "http://nas.lan/", True),
        ("http://169.254.169.254/", "http://169.254.169.254/", False),
        ("https://example.org/", "http://localhost/", False),
        ("https://example.org/", "http://10.0.0.1/", False),
        ("http://localhost/", "http://localhost:6379/", False),
        ("https://example.org/", "https://example.org:9200/", True),
        ("file:///tmp/x.html", "file:///tmp/x.html", True),
    ],
)
def test_what_a_person_names(named: str, asked: str, allowed: bool) -> None:
    policy = PERSONAL.naming(named)
    if allowed:
        check_url(asked, policy)
    else:
        with pytest.raises(RefusedError):
            check_url(asked, policy)


def test_the_machine_is_named_before_the_port() -> None:
    with pytest.raises(RefusedError, match="this machine itself"):
        check_url("http://127.0.0.1:18303/story")
    with pytest.raises(RefusedError, match="port 18303"):
        check_url("http://example.org:18303/story")


def test_strict_grants_nothing_by_name() -> None:
    assert STRICT.naming("http://localhost/") is STRICT


def test_a_granted_name_may_lead_home_but_no_other_may() -> None:
    policy = PERSONAL.naming("http://nas.lan/")
    check_address("192.168.1.2", policy, "nas.lan")
    with pytest.raises(RefusedError):
        check_address("192.168.1.2", policy, "evil.example")
    with pytest.raises(RefusedError):
        check_address("169.254.169.254", policy, "nas.lan")


def test_lists_of_an_operator() -> None:
    opened = Policy(networks=("10.1.0.0/16",))
    check_url("http://10.1.2.3/", opened)
    check_address("10.1.2.3", opened, "wiki.example.org")
    with pytest.raises(RefusedError):
        check_url("http://10.2.0.1/", opened)
    only = Policy(only=frozenset({"example.org"}))
    assert check_url("https://news.example.org/", only) == "news.example.org"
    for other in ("https://example.com/", "https://notexample.org/"):
        with pytest.raises(RefusedError, match="not among the hosts"):
            check_url(other, only)
