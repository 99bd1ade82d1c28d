import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PAGE_TOKENS } from "#app/openapi/reference-style.ts";
import { pageFrame } from "./page-frame.ts";
import { DOCS_PAGES, type DocsPage } from "./pages.ts";
import { PICTURES, renderPage, type RenderedPage } from "./render-page.ts";

/** Renders every guide of the repository at `root` into `out`: `docs.html` and the folder `docs`. */
export async function writeDocs(root: string, out: string): Promise<void> {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const pages = DOCS_PAGES.map((page): [DocsPage, RenderedPage] => [
    page,
    renderPage(page.file, read(page.file), read),
  ]);
  const titles = new Map(pages.map(([{ slug }, { title }]) => [slug, title]));
  for (const [page, rendered] of pages) {
    const file = join(out, page.slug === "" ? "docs.html" : `docs/${page.slug}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, pageFrame(page, rendered, titles));
  }
  await cp(join(root, PICTURES), join(out, "docs/pictures"), { recursive: true });
  await cp(join(import.meta.dirname, "docs.js"), join(out, "docs/docs.js"));
  const style = await readFile(join(import.meta.dirname, "docs.css"), "utf8");
  await writeFile(join(out, "docs/docs.css"), `${PAGE_TOKENS}${style}`);
}
