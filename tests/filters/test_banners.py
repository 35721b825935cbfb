"""Cookie banners, newsletter boxes and overlays go; articles about them stay.

Covers: printworthy.filters.walk.glance.
"""

from __future__ import annotations

import pytest

ALL = {"cookies": True, "newsletters": True, "overlays": True, "scroll_locks": True}
LONG = "words " * 400

GONE = [
    '<div id="cookie-banner">We use cookies.</div>',
    '<div class="site cookie-consent-banner">We use cookies.</div>',
    '<div id="onetrust-consent-sdk">We care.</div>',
    '<section class="gdpr-banner">We care.</section>',
    '<div role="dialog" aria-label="Privacy">We care.</div>',
    '<div aria-modal="true"><p>Wir verwenden Cookies.</p></div>',
    "<dialog open><p>Subscribe to us!</p></dialog>",
    '<div class="newsletter-popup">Your address?</div>',
    '<div style="position: fixed; bottom: 0">Install our app</div>',
    '<div class="modal-backdrop"></div>',
    '<div id="cmpbox">We care.</div>',
    '<form class="newsletter-form"><input name="name"><input type="email"><input type="hidden"></form>',
    '<div id="newsletter-signup"><h3>Newsletter signup</h3><input></div>',
    '<div class="cookie-modal">Choose' + '<input type="checkbox">' * 9 + "</div>",
]
KEPT = [
    '<p class="recipe cookie">Bake the cookie.</p>',
    '<a class="cookie-policy" href="/c">Cookies</a>',
    '<div role="dialog">Choose a seat.</div>',
    f'<div class="gdpr-banner">{LONG}</div>',
    '<section class="gdpr">What it says.</section>',
    '<div class="post tag-cookie-law category-gdpr-notice"><h2>A fine</h2><p>For a flight.</p></div>',
    '<main><section id="ccpa-notice"><h2>California residents</h2><p>Your rights.</p></section></main>',
    '<div class="document"><div id="newsletter-popup"><h2>2.3. Newsletter popup</h2><p>How to.</p></div></div>',
    '<figure class="wp-lightbox-container"><img src="/clock.jpg"><figcaption>The clock</figcaption></figure>',
    '<div class="image-overlay-container"><h3>Vienna</h3><p>From 99 euros.</p></div>',
    '<div class="product-card subscription-box"><h3>Monthly coffee</h3></div>',
    '<div class="signup-form"><h2>Create your account</h2><input type="email"></div>',
    '<div role="dialog" aria-label="Job details"><p>You bake. Datenschutz: see below.</p></div>',
    '<div class="cookie-banner"><h1>Cookie banners, a history</h1></div>',
    '<div style="background-attachment: fixed">a</div>',
    '<article class="newsletter-form">a</article>',
    # Components of a content system, and scripts that wait for consent, are called so as well.
    '<div class="cmp-container">Our services</div>',
    '<div class="optanon-category-C0003">A map</div>',
    # A text about such things.
    '<h2 id="cookie-consent">Cookie consent</h2>',
    '<ul><li id="gdpr">GDPR, a law</li></ul>',
    '<main><section id="email-form"><h2>Email form<a>¶</a></h2><p>How to make one.</p></section></main>',
    '<div role="main"><div id="gdpr"><a name="top"></a><h3>GDPR</h3><p>A law.</p></div></div>',
    # To log in, to sign up, to write to somebody.
    '<form id="signup-form"><input name="name"><input type="password"></form>',
    '<form class="email-form"><input type="email"><textarea></textarea></form>',
    '<form class="newsletter-form"><input><input><select></select></form>',
    '<div role="dialog">Log in. See our privacy notice.<input type="PASSWORD"></div>',
    '<div style="position: fixed"><form><input type="password"></form></div>',
    # A menu.
    '<header style="position: fixed">Home</header>',
    '<div style="position: fixed"><nav>Home</nav></div>',
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
    from printworthy.printing.filtering import filter_page

    body = '<body class="noscroll" style="overflow:hidden;top:0">a'
    page = f'<html class="no-js modal-open" style="overflow: hidden">{body}'
    after = filter_page(page, "", {"profile": "off", "banners": {"scroll_locks": True}})
    assert after == '<html class="no-js"><head></head><body class="" style="top:0">a</body></html>'


UNVEILED = [
    # (before, after)
    ('<main aria-hidden="true" inert="">Words</main>', "<main>Words</main>"),
    ('<div id="root" aria-hidden="true"><p></p><h1>Title</h1></div>', '<div id="root"><p></p><h1>Title</h1></div>'),
    ('<div inert=""><h1>Title</h1></div>', "<div><h1>Title</h1></div>"),
    ('<main aria-hidden="false">Words</main>', '<main aria-hidden="false">Words</main>'),
    (
        '<ul><li><article aria-hidden="true">A slide</article></li></ul>',
        '<ul><li><article aria-hidden="true">A slide</article></li></ul>',
    ),
    ('<div aria-hidden="true">Icon</div>', '<div aria-hidden="true">Icon</div>'),
    ('<p><span aria-hidden="true">Icon</span></p>', '<p><span aria-hidden="true">Icon</span></p>'),
]


@pytest.mark.parametrize(("before", "after"), UNVEILED)
def test_what_a_dialog_hides_is_heard_again(chain, before: str, after: str) -> None:
    assert chain(before, banners={"scroll_locks": True}) == after
    assert chain(before, banners={"cookies": True}) == before
