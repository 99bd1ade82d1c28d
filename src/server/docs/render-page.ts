import { posix } from "node:path";
import GithubSlugger from "github-slugger";
import { Marked, type Tokens } from "marked";
import { DOCS_LANGUAGES, DOCS_PAGES, docsPath } from "./pages.ts";

/** A guide as HTML, with what the contents need of it. */
export type RenderedPage = {
  readonly title: string;
  readonly html: string;
  /** Its second headings, in order. */
  readonly sections: readonly { readonly id: string; readonly text: string }[];
};

/** Folders whose files are served below `/docs` as they are. */
export const PICTURES = "src/docs/pictures";

/**
 * Renders one Markdown file. Headings get the ids that forges give them. Links to other guides lead
 * to their pages, a link that stands alone and names a program becomes its text by `read`, and
 * files that are not served are named without a link.
 */
export function renderPage(
  file: string,
  markdown: string,
  read: (path: string) => string,
): RenderedPage {
  const slugger = new GithubSlugger();
  const sections: { id: string; text: string }[] = [];
  let title = "";
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugger.slug(plain(text));
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) {
          title = plain(text);
          return `<h1 id="${id}">${inner}</h1>`;
        }
        if (depth === 2) sections.push({ id, text: plain(text) });
        return `<h${depth} id="${id}">${inner} <a class="here" href="#${id}" aria-label="${SECTION_LINK[languageOfFile(file)]}">#</a></h${depth}>`;
      },
      paragraph({ tokens }) {
        const program = programOf(tokens, file);
        if (program === null) return `<p>${this.parser.parseInline(tokens)}</p>`;
        return figure(posix.basename(program), escape(read(program)));
      },
      code: ({ text, lang }) =>
        `<pre tabindex="0" class="${escape(lang ?? "")}"><code>${escape(text)}</code></pre>`,
      table(token) {
        const cell = (given: Tokens.TableCell): string => this.parser.parseInline(given.tokens);
        const head = token.header.map((each) => `<th scope="col">${cell(each)}</th>`).join("");
        const rows = token.rows.map(
          (row) => `<tr>${row.map((each) => `<td>${cell(each)}</td>`).join("")}</tr>`,
        );
        return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = servedAt(href, file);
        return to === null
          ? `<span class="file">${inner}</span>`
          : `<a href="${escape(to)}">${inner}</a>`;
      },
      image({ href, text }) {
        const name = posix.basename(href);
        return `<span class="wide" tabindex="0"><img src="/docs/pictures/${escape(name)}" alt="${escape(text)}" /></span>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false }).replace(LINK_ALONE, '$1 class="alone"$2');
  return { title, html, sections };
}

const SECTION_LINK = {
  en: "Link to this section",
  de: "Link zu diesem Abschnitt",
  es: "Enlace a esta sección",
} as const;
const languageOfFile = (file: string): keyof typeof SECTION_LINK =>
  DOCS_LANGUAGES.find((one) => file.startsWith(`src/docs/${one}/`)) ?? "en";

/** A link that fills its entry or cell: where a finger points, it is as high as a button. */
const LINK_ALONE = /(<(?:li|td)><a)( href="[^"]*">[^<]*<\/a><\/(?:li|td)>)/g;

const PROGRAM = /\.(ts|py|php|service|conf)$/;

/** The file that a paragraph names and does nothing else. */
function programOf(tokens: readonly { type: string }[], file: string): string | null {
  const [only, ...others] = tokens;
  if (only?.type !== "link" || others.length > 0) return null;
  // A token of this type is a link.
  const { href } = only as Tokens.Link;
  const path = posix.join(posix.dirname(file), href);
  return PROGRAM.test(path) && path.startsWith("src/docs/") ? path : null;
}

const figure = (name: string, code: string): string =>
  `<figure><figcaption>${escape(name)}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;

/** The address that a link of `file` has on the site; null for what is not served. */
export function servedAt(href: string, file: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(file), path);
  const page = DOCS_PAGES.find((each) => each.file === target);
  if (!page) return null;
  return anchor === undefined ? docsPath(page) : `${docsPath(page)}#${anchor}`;
}

/** A heading's text without its marks. */
const plain = (text: string): string => text.replace(/[`*]/g, "");

/** Text as it stands in HTML. */
export const escape = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
