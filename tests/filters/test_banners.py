from __future__ import annotations

import pytest

ALL = {"cookies": True, "newsletters": True, "overlays": True, "scroll_locks": True}
LONG = "words " * 400

GONE = [
    '<div id="cookie-banner">We use cookies.</div>',
    '<div class="site cookie-consent-banner">We use cookies.</div>',
    '<div id="onetrust-consent-sdk">We care.</div>',
    '<section class="gdpr">We care.</section>',
    '<div role="dialog" aria-label="Privacy">We care.</div>',
    '<div aria-modal="true"><p>Wir verwenden Cookies.</p></div>',
    "<dialog open><p>Subscribe to us!</p></dialog>",
    '<div class="newsletter-popup">Your address?</div>',
    '<div style="position: fixed; bottom: 0">Install our app</div>',
    '<div class="modal-backdrop"></div>',
]
KEPT = [
    '<p class="recipe cookie">Bake the cookie.</p>',
    '<a class="cookie-policy" href="/c">Cookies</a>',
    '<div role="dialog">Choose a seat.</div>',
    f'<div class="gdpr">{LONG}</div>',
    '<div class="cookie-banner"><h1>Cookie banners, a history</h1></div>',
    '<div style="background-attachment: fixed">a</div>',
    '<article class="newsletter-form">a</article>',
]


@pytest.mark.parametrize("html", GONE)
def test_banners_go(chain, html: str) -> None:
    assert chain(f"<p>a</p>{html}", banners=ALL) == "<p>a</p>"


@pytest.mark.parametrize("html", KEPT)
def test_pages_stay(chain, html: str) -> None:
    assert chain(html, banners=ALL) == html


@pytest.mark.parametrize("html", GONE)
def test_nothing_goes_unasked(chain, html: str) -> None:
    assert chain(html).replace('open=""', "open") == html


def test_scroll_locks() -> None:
    from printworthy.apps.filtering import filter_page

    body = '<body class="noscroll" style="overflow:hidden;top:0">a'
    page = f'<html class="no-js modal-open" style="overflow: hidden">{body}'
    after = filter_page(page, "", {"profile": "off", "banners": {"scroll_locks": True}})
    assert after == '<html class="no-js"><head></head><body class="" style="top:0">a</body></html>'
