import {
  DOCS_CONTENTS,
  type DocsLanguage,
  type DocsPage,
  docsPath,
  inEveryLanguage,
  pagesBeside,
} from "./pages.ts";
import { escape, type RenderedPage } from "./render-page.ts";

const LOGO =
  '<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#00626f"/><path d="M8 23V9m0 14h6m-6-7h10m-10-7h16" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';

/** What stands around a guide, in its language. */
const FRAME: Readonly<Record<DocsLanguage | "en", Readonly<Record<Word, string>>>> = {
  en: {
    documentation: "documentation",
    skip: "Skip to the text",
    elsewhere: "Elsewhere",
    reference: "API reference",
    dashboard: "Dashboard",
    contents: "Contents",
    use: "Use it",
    all: "All pages",
    turn: "Before and after",
    before: "Before",
    next: "Next",
    sections: "On this page",
    languages: "Other languages",
  },
  de: {
    documentation: "Dokumentation",
    skip: "Zum Text springen",
    elsewhere: "Anderswo",
    reference: "API-Referenz",
    dashboard: "Dashboard",
    contents: "Inhalt",
    use: "Damit arbeiten",
    all: "Alle Seiten (Englisch)",
    turn: "Davor und danach",
    before: "Davor",
    next: "Weiter",
    sections: "Auf dieser Seite",
    languages: "Andere Sprachen",
  },
  es: {
    documentation: "documentación",
    skip: "Saltar al texto",
    elsewhere: "Otros sitios",
    reference: "Referencia de la API",
    dashboard: "Panel",
    contents: "Contenido",
    use: "Trabajar con él",
    all: "Todas las páginas (en inglés)",
    turn: "Antes y después",
    before: "Antes",
    next: "Siguiente",
    sections: "En esta página",
    languages: "Otros idiomas",
  },
};
type Word =
  | "documentation"
  | "skip"
  | "elsewhere"
  | "reference"
  | "dashboard"
  | "contents"
  | "use"
  | "all"
  | "turn"
  | "before"
  | "next"
  | "sections"
  | "languages";
const LANGUAGE_NAMES = { en: "English", de: "Deutsch", es: "Español" } as const;
const languageOf = ({ language = "en" }: DocsPage) => language;
const wordsOf = (page: DocsPage) => FRAME[languageOf(page)];

/** A whole page: the contents, the guide, its sections, and what comes before and after. No script of its own, no inline style. */
export function pageFrame(
  page: DocsPage,
  rendered: RenderedPage,
  titles: ReadonlyMap<string, string>,
): string {
  const title = page.slug === "" ? "Outrider documentation" : `${rendered.title} · Outrider`;
  const words = wordsOf(page);
  const beside = pagesBeside(page);
  const at = beside.findIndex(({ slug }) => slug === page.slug);
  return `<!doctype html>
<html lang="${languageOf(page)}">
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
<a class="skip" href="#main">${words.skip}</a>
<header>
<a class="brand" href="/docs">${LOGO} Outrider <span>${words.documentation}</span></a>
<nav aria-label="${words.elsewhere}"><a href="/api/v1/docs">${words.reference}</a> <a href="/">${words.dashboard}</a></nav>
</header>
<div class="columns">
<details class="contents"><summary>${words.contents}</summary>${contents(page, titles)}</details>
<nav class="contents" aria-label="${words.contents}">${contents(page, titles)}</nav>
<main id="main">
${languages(page)}<article>${rendered.html}</article>
<nav class="turn" aria-label="${words.turn}">${turn("prev", beside[at - 1], titles)}${turn("next", beside[at + 1], titles)}</nav>
</main>
${sections(page, rendered)}
</div>
</body>
</html>
`;
}

function contents(here: DocsPage, titles: ReadonlyMap<string, string>): string {
  const item = (page: DocsPage): string =>
    `<li><a href="${docsPath(page)}"${page.slug === here.slug ? ' aria-current="page"' : ""}>${escape(titles.get(page.slug) ?? "")}</a></li>`;
  const { use, all } = wordsOf(here);
  if (here.language) {
    return `<h2>${use}</h2><ul>${pagesBeside(here).map(item).join("")}</ul><ul><li><a href="/docs" hreflang="en">${all}</a></li></ul>`;
  }
  return DOCS_CONTENTS.map(
    ({ title, pages }) =>
      `${title === "" ? "" : `<h2>${escape(title)}</h2>`}<ul>${pages.map(item).join("")}</ul>`,
  ).join("");
}

/** The same page in other languages, where there are some. */
function languages(page: DocsPage): string {
  const others = inEveryLanguage(page).filter(({ slug }) => slug !== page.slug);
  if (others.length === 0) return "";
  const links = others.map((other) => {
    const language = languageOf(other);
    return `<a href="${docsPath(other)}" hreflang="${language}" lang="${language}">${LANGUAGE_NAMES[language]}</a>`;
  });
  return `<nav class="languages" aria-label="${wordsOf(page).languages}">${links.join(" ")}</nav>`;
}

function sections(page: DocsPage, { sections: all }: RenderedPage): string {
  if (all.length < 2) return "";
  const items = all.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`);
  return `<nav class="sections" aria-label="${wordsOf(page).sections}"><h2>${wordsOf(page).sections}</h2><ul>${items.join("")}</ul></nav>`;
}

const turn = (
  rel: "prev" | "next",
  page: DocsPage | undefined,
  titles: ReadonlyMap<string, string>,
): string =>
  page
    ? `<a rel="${rel}" href="${docsPath(page)}"><small>${rel === "prev" ? wordsOf(page).before : wordsOf(page).next}</small> ${escape(titles.get(page.slug) ?? "")}</a>`
    : "<span></span>";
