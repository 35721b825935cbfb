"""Notices about cookies, known by their words or by who made them."""

from __future__ import annotations

import pytest

from printworthy.filters.banner_signs import may_be_notice
from printworthy.filters.walk.glance import says_cookies

ON = {"cookies": True}
LONG = "We use cookies. " + "words " * 400

GONE = [
    '<div class="cookie">We use cookies to help you.</div>',
    '<ul class="notices"><li class="notice">This site uses cookies.</li></ul>',
    '<div class="fixed bottom-0"><p>We use <b>necessary</b> cookies and similar things.</p></div>',
    '<div id="privacyBar"><span>Diese Seite verwendet Cookies.</span><button>Gut</button></div>',
    '<div class="alert">Nous utilisons des cookies.</div>',
    # Suppliers, however long.
    '<div id="onetrust-consent-sdk">We care.</div>',
    '<div id="CybotCookiebotDialog">We care.</div>',
    f'<div class="cli-modal">{LONG}</div>',
    f'<div id="BorlabsCookieBox">{LONG}</div>',
    '<div id="tarteaucitronRoot">We care.</div>',
]
KEPT = [
    '<div class="alert">The road is closed.</div>',
    '<div class="recipe-banner">Bake the cookies at 180 degrees.</div>',
    "<div>We use cookies.</div>",
    f'<div class="privacy">{LONG}</div>',
    # A policy.
    '<main><div class="privacy-part"><p>We use cookies to count visits.</p></div></main>',
    '<article><p class="notice">We use cookies for this cake.</p></article>',
    '<div class="privacy"><h1>Privacy</h1>We use cookies.</div>',
    '<script id="cookie-texts">"We use cookies"</script>',
    '<div class="notice"><script>"We use cookies"</script>The road is closed.</div>',
    # What holds the page.
    '<div class="has-sticky-header"><p>Welcome to the club.</p><p>This site uses cookies.</p></div>',
    '<div class="notice"><nav>Home</nav><p>We use cookies.</p></div>',
    # A text about them, or about baking.
    '<div class="accordion" id="faq-cookies"><h3>Do you use cookies?</h3><p>Yes, for the basket.</p></div>',
    '<h3 id="how-we-use-cookies">How we use cookies</h3>',
    '<div class="post category-cookies"><p>Use cookies of the same size.</p></div>',
    '<div class="cookie-recipe"><p>Allow cookies to cool.</p></div>',
    # What a consent tool holds back, and its statement.
    '<div class="BorlabsCookie _brlbs-cb-youtube"><p>Watch the film.</p></div>',
    '<article><div id="cmplz-document" class="cmplz-document"><p>We use cookies.</p></div></article>',
]


@pytest.mark.parametrize("html", GONE)
def test_notices_go(chain, html: str) -> None:
    assert chain(f"<p>a</p>{html}", banners=ON) in ("<p>a</p>", '<p>a</p><ul class="notices"></ul>')
    assert chain(html, banners={"newsletters": True}) == html


def test_of_a_wrapper_only_the_notice_goes(chain) -> None:
    page = '<div class="site fixed">{}<h2>Contact</h2><p>Call us on 555 0199, or come by. {}</p></div>'
    notice = '<div class="cookie-hint">This website stores cookies. <button>OK</button></div>'
    story = "We have been here since the clock was built. " * 3
    assert chain(page.format(notice, story), banners=ON) == page.format("", story)
    assert chain('<div class="notice"><div class="notice-text">We use cookies.</div><a>OK</a></div>', banners=ON) == ""


def test_what_else_was_deleted_in_a_notice_does_not_save_it(chain) -> None:
    html = f'<div class="notice">We use cookies. {"You may choose which ones. " * 9}<button>OK</button></div>'
    assert chain(f"<p>a</p>{html}", banners=ON, tags={"buttons": True}) == "<p>a</p>"


@pytest.mark.parametrize("html", KEPT)
def test_what_is_none_stays(chain, html: str) -> None:
    assert chain(html, banners=ON) == html


@pytest.mark.parametrize(
    "words",
    ["Utilizamos cookies propias", "Questo sito utilizza i cookie", "Wij gebruiken cookies", "Vi använder cookies",
     "Używamy plików cookies", "Сайт использует файлы cookie", "Sitemizde çerezler vardır",
     "当サイトはクッキーを使います", "本网站使用cookie", "Tämä sivusto käyttää evästeitä", "Accept all cookies",
     "Alle Cookies akzeptieren"],
)  # fmt: skip
def test_in_many_languages(chain, words: str) -> None:
    assert chain(f'<div class="banner">{words}.</div>', banners=ON) == ""
    assert says_cookies(words.lower())


@pytest.mark.parametrize(("names", "may"), [("page-header", False), ("toolbar", False), ("site-notice", True)])
def test_names(names: str, may: bool) -> None:
    assert may_be_notice(names, names.split("-")) == may
