"""Embeds: players, posts, maps and documents that other sites put into the page → `Embed`, a titled link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

from printworthy.base.tags import CODE
from printworthy.build.scene import Scene
from printworthy.data.blocks import Embed, Inline, Text
from printworthy.data.columns import Columns
from printworthy.data.tree import Node

Kind: TypeAlias = Literal["video", "audio", "post", "map", "document", "other"]

# Elements that are embeds, with the attribute that holds a video's number.
PLAYERS: Final = {
    "lite-youtube": ("videoid", "https://www.youtube.com/watch?v={}"),
    "youtube-video": ("videoid", "https://www.youtube.com/watch?v={}"),
    "amp-youtube": ("data-videoid", "https://www.youtube.com/watch?v={}"),
    "lite-vimeo": ("videoid", "https://vimeo.com/{}"),
    "amp-vimeo": ("data-videoid", "https://vimeo.com/{}"),
    "amp-twitter": ("data-tweetid", "https://twitter.com/i/status/{}"),
    "amp-instagram": ("data-shortcode", "https://www.instagram.com/p/{}/"),
    "amp-tiktok": ("data-src", "{}"),
    "amp-iframe": ("src", "{}"),
    "amp-video": ("src", "{}"),
    "amp-audio": ("src", "{}"),
    "gdoc-embed": ("src", "{}"),
}
POSTS: Final = re.compile(
    r"(?:^|\s)(?:twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|"
    r"reddit-(?:card|embed-bq)|fb-post|fb-video|text-post-media|threads-embed|tumblr-post|imgur-embed-pub|pinterest-embed)(?=\s|$)"
)
_HOSTS: Final[tuple[tuple[str, Kind], ...]] = (
    (
        (
            r"youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|bilibili\.com|rutube\.ru|"
            r"vk\.com|vkvideo\.ru|youku\.com|v\.qq\.com|nicovideo\.jp|wistia\.(?:com|net)|brightcove\.(?:com|net)|"
            r"jwplayer\.com|jwplatform\.com|streamable\.com|ted\.com|loom\.com|vidyard\.com|rumble\.com|odysee\.com|"
            r"kaltura\.com|arte\.tv|tv\.naver\.com|ok\.ru|peertube\.\w+|videopress\.com|c-span\.org"
        ),
        "video",
    ),
    (
        (
            r"soundcloud\.com|spotify\.com|podcasts\.apple\.com|bandcamp\.com|mixcloud\.com|megaphone\.fm|anchor\.fm|"
            r"simplecast\.com|buzzsprout\.com|libsyn\.com|acast\.com|audioboom\.com|podbean\.com|transistor\.fm|"
            r"art19\.com|omny\.fm|deezer\.com|ivoox\.com|spreaker\.com|podigee\.(?:com|io)"
        ),
        "audio",
    ),
    (
        (
            r"twitter\.com|x\.com|instagram\.com|tiktok\.com|facebook\.com|threads\.(?:net|com)|bsky\.app|reddit\.com|"
            r"redditmedia\.com|tumblr\.com|linkedin\.com|t\.me|mastodon\.\w+|pinterest\.com|weibo\.com"
        ),
        "post",
    ),
    (r"openstreetmap\.org|umap\.\w+|mapbox\.com|arcgis\.com|carto\.com|maps\.google\.\w+|map\.baidu\.com", "map"),
    (
        (
            r"docs\.google\.com|drive\.google\.com|scribd\.com|slideshare\.net|speakerdeck\.com|issuu\.com|"
            r"documentcloud\.org|view\.officeapps\.live\.com|calameo\.com|prezi\.com|academia\.edu|archive\.org"
        ),
        "document",
    ),
    (
        (
            r"datawrapper\.de|dwcdn\.net|flourish\.studio|infogram\.com|codepen\.io|jsfiddle\.net|codesandbox\.io|"
            r"stackblitz\.com|gist\.github\.com|tableau\.com|observablehq\.com|ourworldindata\.org|sketchfab\.com|"
            r"geogebra\.org|desmos\.com|plotly\.com|plot\.ly|replit\.com|airtable\.com|figma\.com|giphy\.com|knightlab\.com"
        ),
        "other",
    ),
)
_GOOGLE_MAP: Final = re.compile(r"(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2,3})?$")
_PLAYED: Final = re.compile(r"\.(?:mp4|m4v|webm|ogv|mov|m3u8)(?:$|\?)", re.I)
_HEARD: Final = re.compile(r"\.(?:mp3|m4a|ogg|oga|wav|aac|flac|opus)(?:$|\?)", re.I)
_READ: Final = re.compile(r"\.(?:pdf|docx?|pptx?|xlsx?|epub)(?:$|\?)", re.I)
_YOUTUBE: Final = re.compile(r"/(?:embed|v|shorts|live)/([\w-]{6,})")
_VIMEO: Final = re.compile(r"/video/(\d+)")
_TWEET: Final = re.compile(r"id=(\d+)")
_POST_LINK: Final = re.compile(
    r"/status(?:es)?/\d|instagram\.com/(?:p|reel|tv)/|tiktok\.com/@|/posts?/|bsky\.app/profile|/comments/|/@[\w.]+/\d|"
    r"facebook\.com/|threads\.(?:net|com)/|/post/"
)
_IDLE_TITLES: Final = frozenset((
    "youtube video player", "youtube video", "vimeo player", "video player", "embedded content", "iframe", "video",
    "audio",
))  # fmt: skip
_FIGURE, _FIGCAPTION = CODE["figure"], CODE["figcaption"]
_TOO_WIDE: Final = frozenset(CODE[name] for name in ("body", "article", "main", "section"))
_CLIMB: Final = 5
_LONGEST, _MOST_SEGMENTS = 1200, 20
# What buttons and counters may add to the text of a player's box.
_SLACK: Final = 40


def add_embed(scene: Scene, node: Node) -> None:
    """A player, map or document, if it is one that a reader wants."""
    found = _embed(scene, node)
    if found is not None:
        scene.outline.embed(found)


def add_post(scene: Scene, node: Node, element: int) -> bool:
    """A post with its chosen text as title; False if the page does not say where it is."""
    url = _post_url(scene, node)
    if not url:
        return False
    scene.outline.embed(Embed("post", url, _post_text(scene, element) if element >= 0 else _own_words(node)))
    if element >= 0:
        scene.cursor = scene.columns.last[element]
    return True


def _embed(scene: Scene, node: Node) -> Embed | None:
    tag, attributes = node.tag or "", node.attributes
    for src in _sources(tag, node, attributes):
        url = scene.links.picture(src)
        kind = _kind(url, tag) if url else None
        if kind is not None:
            return Embed(kind, _readable(url), _title(attributes), embed_caption(scene, node))
    return None


def _sources(tag: str, node: Node, attributes: dict[str, str | None]) -> Iterator[str]:
    """The addresses that an element may show."""
    if tag in PLAYERS:
        name, address = PLAYERS[tag]
        number = attributes.get(name)
        if number:
            yield address.format(number)
        return
    for name in ("src", "data-src", "data-lazy-src", "data-url", "data", "data-video-url", "data-cookieblock-src"):
        value = attributes.get(name)
        if value and not value.startswith(("about:", "data:")):
            yield value
    if tag in ("video", "audio"):
        for source in node.css("source"):
            yield source.attributes.get("src") or ""


def _kind(url: str, tag: str) -> Kind | None:
    """What an address shows; None for frames of unknown sites, which are mostly advertisements."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").lower()
    except ValueError:
        return None
    if _GOOGLE_MAP.search(host) and "/maps" in parts.path:
        return "map"
    for hosts, kind in _HOSTS:
        if re.search(rf"(?:^|\.)(?:{hosts})$", host):
            return None if kind == "post" and "/plugins/" in parts.path and "/post" not in parts.path else kind
    for ending, kind in _ENDINGS:
        if ending.search(url):
            return kind
    return "video" if tag in ("video", "amp-video") else "audio" if tag in ("audio", "amp-audio") else None


def _readable(url: str) -> str:
    """The address of the page that shows what a player's address plays."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if "youtube" in host and (match := _YOUTUBE.search(parts.path)) and match[1] != "videoseries":
        return f"https://www.youtube.com/watch?v={match[1]}"
    if host == "player.vimeo.com" and (match := _VIMEO.search(parts.path)):
        return f"https://vimeo.com/{match[1]}"
    if host == "platform.twitter.com" and (match := _TWEET.search(parts.query)):
        return f"https://twitter.com/i/status/{match[1]}"
    if host.endswith("facebook.com") and "/plugins/" in parts.path:
        return unquote((parse_qs(parts.query).get("href") or [url])[0])
    return url


def _title(attributes: dict[str, str | None]) -> str:
    for name in ("title", "aria-label", "playlabel", "data-title", "alt"):
        value = " ".join((attributes.get(name) or "").split())
        if value and value.lower() not in _IDLE_TITLES:
            return value[:300]
    return ""


def _post_url(scene: Scene, node: Node) -> str:
    """The post's own address: an attribute, or the last link that looks like one."""
    attributes = node.attributes
    for name in ("data-instgrm-permalink", "cite", "data-bluesky-uri", "data-href", "data-text-post-permalink"):
        value = attributes.get(name) or ""
        if value.startswith("at://"):
            user, _, post = value[5:].partition("/app.bsky.feed.post/")
            return f"https://bsky.app/profile/{user}/post/{post}" if post else ""
        if found := scene.links.picture(value):
            return found
    links = [scene.links.picture(link.attributes.get("href")) for link in node.css("a[href]")]
    return next((link for link in reversed(links) if _POST_LINK.search(link)), "")


def _post_text(scene: Scene, element: int) -> str:
    """The chosen text of a post, in one line."""
    columns, prefix = scene.columns, scene.prefix
    inside = range(columns.first[element], columns.last[element])
    return " ".join(columns.text[at] for at in inside if prefix[at + 1] > prefix[at])


def _own_words(node: Node) -> str:
    """The words of a post that was not chosen but stands in the article, in one line."""
    first = node.css_first("p[lang]")  # a note of the network itself has no language
    text = " ".join(first.text(separator=" ").split()) if first is not None else ""
    return text if len(text) <= _LONGEST_POST else ""


_LONGEST_POST: Final = 600
_ENDINGS: Final[tuple[tuple[re.Pattern[str], Kind], ...]] = ((_PLAYED, "video"), (_HEARD, "audio"), (_READ, "document"))


def embed_caption(scene: Scene, player: Node) -> tuple[Inline, ...]:
    """The caption in the figure around a player, or in another box that holds nothing but the two."""
    if scene.captions is None:
        scene.captions = _captions(scene.columns)
    up = player.parent
    for _ in range(_CLIMB):
        if up is None:
            break
        box, caption = scene.captions.get(up.mem_id, (0, ""))
        if caption and _is_all(scene.columns, box, caption):
            return (Text(caption),)
        up = up.parent
    return ()


def _captions(columns: Columns) -> dict[int, tuple[int, str]]:
    """The boxes that hold a caption, by the identity of their nodes, each with its first one; one look at the page."""
    found: dict[int, tuple[int, str]] = {}
    for element, tag in enumerate(columns.tag):
        if (tag == _FIGCAPTION or "aption" in columns.key[element]) and (caption := _words(columns, element)):
            for box in _boxes(columns, element):
                found.setdefault(columns.node[box].mem_id, (box, caption))
    return found


def _boxes(columns: Columns, caption: int) -> Iterator[int]:
    """The elements around a caption that may be a box of its own, up to a figure."""
    box = columns.parent[caption]
    for _ in range(_CLIMB):
        if box <= 0 or columns.tag[box] in _TOO_WIDE:
            return
        yield box
        box = columns.parent[box] if columns.tag[box] != _FIGURE else 0


def _is_all(columns: Columns, box: int, caption: str) -> bool:
    """Is there little but the caption in a box? In a figure there may be more."""
    if columns.tag[box] == _FIGURE:
        return True
    first, last = columns.first[box], columns.last[box]
    return last - first <= _MOST_SEGMENTS and sum(map(len, columns.text[first:last])) <= len(caption) + _SLACK


def _words(columns: Columns, element: int) -> str:
    """The text of an element that is short enough for a caption, else nothing."""
    first, last = columns.first[element], columns.last[element]
    if last - first > _MOST_SEGMENTS or sum(map(len, columns.text[first:last])) > _LONGEST:
        return ""
    return " ".join(" ".join(columns.text[first:last]).split())
