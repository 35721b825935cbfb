"""Read: an address → the whole article. The order of fetching, following and extracting, and what a failed step means.

1. fetch the page and extract its article, as a browser shows it if the plan's options ask for one; if it is a later
   part of an article, go back to the first;
2. if it has a print link, fetch that; if it is the same article, take its text, else keep the original;
3. if it has a next part, take all parts from one page where there is one, else gather them one after the other.

Only the first page can fail. What the others held or did not hold stands in the article's trace; a note that begins
with `PARTIAL` says that a part is missing.
"""

from __future__ import annotations

from time import monotonic

from printworthy.data.article import WORTH_PRINTING
from printworthy.errors import PrintworthyError
from printworthy.fetching.client import Client
from printworthy.follow.parts import IN_PARTS
from printworthy.follow.samearticle import Sameness
from printworthy.printing.browsing import Show, look
from printworthy.printing.executors import (
    BEST_OF,
    NEXT_PART,
    SAME_ARTICLE,
    STITCH,
    VISIT,
    Executor,
    Step,
    ThreadExecutor,
)
from printworthy.printing.messages import PARTIAL, Held, VisitedPage
from printworthy.printing.plan import DEFAULT, Plan, Tell


class Reader:
    """Reads one article through one client, and takes notes."""

    def __init__(
        self,
        client: Client,
        plan: Plan = DEFAULT,
        tell: Tell | None = None,
        executor: Executor | None = None,
        show: Show | None = None,
    ) -> None:
        self._client, self._plan, self._executor, self._show = client, plan, executor or ThreadExecutor(), show
        self._tell = tell or (lambda _: None)
        self._notes: list[str] = []
        self._visits: dict[str, VisitedPage] = {}
        self._until = monotonic() + plan.seconds

    async def read(self, url: str) -> Held:
        """The order."""
        first = await self._visit(url, "fetching")
        if self._plan.pages > 1:
            first = await self._start(first)
        article = await self._plainer(first)
        if self._plan.print_link:
            article = await self._printed(first, article)
        if self._plan.pages > 1 and article.page_type in IN_PARTS:
            article = await self._with_parts(first, article)
        article.trace.notes.extend(self._notes)
        return article

    async def _start(self, here: VisitedPage) -> VisitedPage:
        """The first part of an article of which a later one was asked for; the page itself, if it is the first."""
        found, seen = here, {here.url}
        while found.article.page_type in IN_PARTS and (back := found.links.place.back) not in seen | {""}:
            seen.add(back)
            before = await self._try(back, "going back to the first part")
            if before is None:
                number, total, _ = here.links.place
                self._miss(f"this is part {number} of {total}")
                break
            verdict = await self._compare(NEXT_PART, before.article, found.article, before.article.text)
            self._notes.append(f"{'began with' if verdict else 'did not begin with'} {back}: {verdict.reason}")
            if not verdict:
                break
            found = before
        return found

    async def _plainer(self, first: VisitedPage) -> Held:
        """The article of the AMP page, where the page itself seems to hold none."""
        amp = first.links.amp if first.article.confidence < WORTH_PRINTING else ""
        other = await self._try(amp, "trying the AMP page") if amp else None
        if other is None or other.article.confidence <= first.article.confidence:
            return first.article
        self._notes.append(f"text from the AMP page {amp}: the page itself seemed to hold no article")
        return other.article.changed(url=first.article.url)

    async def _printed(self, first: VisitedPage, article: Held) -> Held:
        """The better of the page and its print page."""
        link = first.links.printed
        other = await self._try(link.url, "fetching the print page") if link else None
        if link is None or other is None:
            return article
        verdict = await self._compare(SAME_ARTICLE, article, other.article)
        if not verdict:
            self._notes.append(f"print page {link.url} not used: {verdict.reason}")
            return article
        self._notes.append(f"text from the print page {link.url} ({link.reason}): {verdict.reason}")
        return await self._merge(article, BEST_OF, article, other.article)

    async def _with_parts(self, first: VisitedPage, article: Held) -> Held:
        """The article with its further parts."""
        onward = first.links.onward
        if not onward:
            return article
        whole = first.links.whole
        other = await self._try(whole, "fetching all parts on one page") if whole else None
        if other is not None and (verdict := await self._compare(SAME_ARTICLE, article, other.article)):
            self._notes.append(f"all parts from {whole}: {verdict.reason}")
            return await self._merge(article, BEST_OF, article, other.article)
        return await self._merge(article, STITCH, await self._gather(article, onward, {first.url}))

    async def _gather(self, article: Held, onward: str, seen: set[str]) -> list[Held]:
        """The parts one after the other, until one is missing, strange, or old."""
        parts = [article]
        while onward and onward not in seen and len(parts) < self._plan.pages:
            seen.add(onward)
            visit = await self._try(onward, f"fetching part {len(parts) + 1}")
            if visit is None:
                self._miss(f"part {len(parts) + 1} is missing")
                break
            so_far = "\n\n".join(part.text for part in parts)
            verdict = await self._compare(NEXT_PART, article, visit.article, so_far)
            if not verdict:
                self._notes.append(f"part {onward} not used: {verdict.reason}")
                break
            self._notes.append(f"part {len(parts) + 1} from {onward}")
            parts.append(visit.article)
            seen.add(visit.url)
            onward = visit.links.onward
        return parts

    async def _try(self, url: str, what: str) -> VisitedPage | None:
        """A page that would be good to have; without it, a note says why."""
        if monotonic() > self._until:
            self._notes.append(f"{url} not fetched: {self._plan.seconds:g} seconds are over")
            return None
        try:
            return await self._visit(url, what)
        except PrintworthyError as error:
            self._notes.append(f"{url} not used: {error}")
            return None

    async def _compare(self, step: Step, *given: Held | str) -> Sameness:
        """Whether pages belong together; if they are too much to be compared, they do not."""
        try:
            verdict: Sameness = await self._executor.run(step, *given)
        except PrintworthyError as error:
            return Sameness(False, f"it could not be compared: {error}")
        return verdict

    async def _merge(self, article: Held, step: Step, *given: Held | list[Held]) -> Held:
        """Pages in one article; the first one's alone, with a note, if they are too much."""
        try:
            whole: Held = await self._executor.run(step, *given)
        except PrintworthyError as error:
            self._notes.append(f"{PARTIAL}its pages could not be merged ({error})")
            return article
        return whole

    def _miss(self, what: str) -> None:
        """Make more of the last note: it tells why a part is missing."""
        self._notes[-1] = f"{PARTIAL}{what} ({self._notes[-1]})"

    async def _visit(self, url: str, what: str) -> VisitedPage:
        """A page, looked at once."""
        if url not in self._visits:
            self._tell(f"{what}: {url}")
            page = await self._client.get(url)
            self._visits[url] = await look(self._executor, VISIT, page.html, page.url, self._plan.options, self._show)
        return self._visits[url]
