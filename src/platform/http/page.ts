import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { HotAnswer } from "./hot-route.ts";

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2430;color:light-dark(#1d2430,#e4eaec);background:#f5f6f8;background:light-dark(#f5f6f8,#14181a)}
main{max-width:30rem;margin:12vh auto;padding:2rem;background:#fff;background:light-dark(#fff,#1c2224);border-radius:.75rem;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.35rem}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.5rem;color:#fff;color:light-dark(#fff,#14181a);background:#1d2430;background:light-dark(#1d2430,#e4eaec);cursor:pointer}`;

/** In one piece: the policy names the hash of exactly what is between the tags. */
const STYLE_TAG = raw(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** No script at all, our one style by its hash, forms to ourselves only. */
const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": `default-src 'none'; script-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

/** What `html` makes: text whose values are escaped. */
export type Markup = ReturnType<typeof html>;

/**
 * A small page for people outside: a title and what is below it. Values in `body` are escaped by
 * `html`; `language` is what both are written in.
 */
export async function page(
  status: number,
  title: string,
  body: Markup,
  language = "en",
): Promise<HotAnswer> {
  const document = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_TAG}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return { status, headers: PAGE_HEADERS, body: document.toString() };
}

/** The 404 of links that were cut, changed or made up. */
export const lostPage = (): Promise<HotAnswer> =>
  page(
    404,
    "This link does not work",
    html`<p>It may have been cut off on the way. Try it again from the message itself.</p>`,
  );

/** 405 for a path that takes other methods. */
export const wrongMethod = (allowed: string): HotAnswer => ({
  status: 405,
  headers: { Allow: allowed, "Cache-Control": "no-store" },
  body: null,
});

/** The same answer without a body, for HEAD. */
export const withoutBody = (answer: HotAnswer): HotAnswer => ({ ...answer, body: null });
