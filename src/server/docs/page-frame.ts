import { DOCS_CONTENTS, DOCS_PAGES, type DocsPage, docsPath } from "./pages.ts";
import { escape, type RenderedPage } from "./render-page.ts";

const LOGO =
  '<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#00626f"/><path d="M8 23V9m0 14h6m-6-7h10m-10-7h16" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';

/** A whole page: the contents, the guide, its sections, and what comes before and after. No script of its own, no inline style. */
export function pageFrame(
  page: DocsPage,
  rendered: RenderedPage,
  titles: ReadonlyMap<DocsPage, string>,
): string {
  const title = page.slug === "" ? "Outrider documentation" : `${rendered.title} · Outrider`;
  const at = DOCS_PAGES.indexOf(page);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escape(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="/docs/docs.css" />
<script src="/theme.js"></script>
<script src="/docs/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="/docs">${LOGO} Outrider <span>documentation</span></a>
<nav aria-label="Elsewhere"><a href="/api/v1/docs">API reference</a> <a href="/">Dashboard</a></nav>
</header>
<div class="columns">
<details class="contents"><summary>Contents</summary>${contents(page, titles)}</details>
<nav class="contents" aria-label="Contents">${contents(page, titles)}</nav>
<main id="main">
<article>${rendered.html}</article>
<nav class="turn" aria-label="Before and after">${turn("prev", DOCS_PAGES[at - 1], titles)}${turn("next", DOCS_PAGES[at + 1], titles)}</nav>
</main>
${sections(rendered)}
</div>
</body>
</html>
`;
}

function contents(here: DocsPage, titles: ReadonlyMap<DocsPage, string>): string {
  const item = (page: DocsPage): string =>
    `<li><a href="${docsPath(page)}"${page === here ? ' aria-current="page"' : ""}>${escape(titles.get(page) ?? "")}</a></li>`;
  return DOCS_CONTENTS.map(
    ({ title, pages }) =>
      `${title === "" ? "" : `<h2>${escape(title)}</h2>`}<ul>${pages.map(item).join("")}</ul>`,
  ).join("");
}

function sections({ sections: all }: RenderedPage): string {
  if (all.length < 2) return "";
  const items = all.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`);
  return `<nav class="sections" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

const turn = (
  rel: "prev" | "next",
  page: DocsPage | undefined,
  titles: ReadonlyMap<DocsPage, string>,
): string =>
  page
    ? `<a rel="${rel}" href="${docsPath(page)}"><small>${rel === "prev" ? "Before" : "Next"}</small> ${escape(titles.get(page) ?? "")}</a>`
    : "<span></span>";
