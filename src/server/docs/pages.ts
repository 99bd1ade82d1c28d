import { readdirSync } from "node:fs";
import { join } from "node:path";

/** One guide: where it is written, and the last part of its address below `/docs`. */
export type DocsPage = {
  /** From the root of the repository. */
  readonly file: string;
  /** Empty for the first page. */
  readonly slug: string;
  /** English where it names none. */
  readonly language?: DocsLanguage;
};

/** The languages, beside English, of the pages for people who work in the rooms of the dashboard. */
export const DOCS_LANGUAGES = ["de", "es"] as const;
export type DocsLanguage = (typeof DOCS_LANGUAGES)[number];

const guide = (slug: string): DocsPage => ({ file: `src/docs/${slug}.md`, slug });

const HOME: DocsPage = { file: "src/docs/README.md", slug: "" };
/** A page for each room of the dashboard, for people who work there. */
const USE = [
  "overview",
  "campaigns",
  "leads",
  "inbox",
  "tasks",
  "mailboxes",
  "placement",
  "reputation",
  "notifications",
  "webhooks",
  "settings",
  "templates",
  "all-inboxes",
  "all-clients",
  "admin",
  "account",
];
const RUN = [
  "deployment",
  "settings",
  "mailboxes",
  "connections",
  "leads",
  "moving",
  "replies",
  "follow-ups",
  "integrations",
  "dns",
  "reputation",
  "white-label",
  "publishing",
  "variants",
  "pacing",
  "placement",
  "operation",
  "promises",
  "scaling",
  "security",
  "inventory",
  "asvs",
  "sso",
  "personal-data",
];
const BUILD = [
  "api",
  "cli",
  "errors",
  "webhooks",
  "neighbours",
  "mcp",
  "client-archive",
  "receipts",
];
const INSIDE = [
  "architecture",
  "reply-rules",
  "proof",
  "figures",
  "tasks",
  "reviews",
  "second-reviews",
  "dependencies",
];
const CHANGES: DocsPage = { file: "CHANGELOG.md", slug: "changes" };
const DECISIONS = readdirSync(join(import.meta.dirname, "../../docs/decisions"))
  .map((name) => name.replace(/\.md$/, ""))
  .toSorted();

/** Every page of `/docs`, by the part of the contents that it is in, in reading order. */
export const DOCS_CONTENTS: readonly {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}[] = [
  { title: "", pages: [HOME] },
  { title: "Use it", pages: USE.map((name) => guide(`use/${name}`)) },
  { title: "Run it", pages: RUN.map(guide) },
  { title: "Build on it", pages: BUILD.map(guide) },
  { title: "How it works", pages: [...INSIDE.map(guide), CHANGES] },
  { title: "Decisions", pages: DECISIONS.map((name) => guide(`decisions/${name}`)) },
];

/** The pages about rooms in another language, in the same order as in English. */
const translatedPages = (language: DocsLanguage): readonly DocsPage[] =>
  USE.map((name) => ({ ...guide(`${language}/use/${name}`), language }));
const TRANSLATED: ReadonlyMap<DocsLanguage, readonly DocsPage[]> = new Map(
  DOCS_LANGUAGES.map((one) => [one, translatedPages(one)]),
);

/** The pages that one turns through from this one: those of its language. */
export const pagesBeside = ({ language }: DocsPage): readonly DocsPage[] =>
  language ? (TRANSLATED.get(language) ?? []) : DOCS_CONTENTS.flatMap(({ pages }) => pages);

/** Every page of `/docs`. */
export const DOCS_PAGES: readonly DocsPage[] = [
  ...pagesBeside(HOME),
  ...DOCS_LANGUAGES.flatMap((one) => TRANSLATED.get(one) ?? []),
];

/** The same page in each language that has it, English first. */
export const inEveryLanguage = (page: DocsPage): readonly DocsPage[] => {
  const slug = page.slug.replace(/^(?:de|es)\//, "");
  return DOCS_PAGES.filter((other) => other.slug.replace(/^(?:de|es)\//, "") === slug);
};

/** Where a page is served. */
export const docsPath = ({ slug }: DocsPage): string => (slug === "" ? "/docs" : `/docs/${slug}`);
