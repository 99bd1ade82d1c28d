import { text } from "node:stream/consumers";
import type { BrowserContext, Locator, Page } from "playwright-core";

/** A page and what went wrong behind it: errors of scripts, and what its policy refused. */
export type Visitor = {
  readonly page: Page;
  readonly faults: string[];
  readonly close: () => Promise<void>;
};

/** What a person's journey may ask of the API in a minute: the delivered limit, whatever the product runs under. */
const API_LIMIT = 60;

/** A page in this context. Closing it throws where it asked more in a minute than a person may in `minutes`. */
export async function newVisitor(context: BrowserContext, minutes: number): Promise<Visitor> {
  const limit = API_LIMIT * minutes;
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // The browser notes every answer of 400 and above there; what the page makes of them is tested by itself.
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isAnswer) faults.push(message.text());
  });
  const asked: number[] = [];
  const paths = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) return;
    const what = `${request.method()} ${pathname}`;
    // The icon of the tab: public, so it counts against nobody's limit.
    if (pathname === "/api/v1/branding/icon") return;
    asked.push(performance.now());
    paths.set(what, (paths.get(what) ?? 0) + 1);
  });
  return {
    page,
    faults,
    async close() {
      await context.close();
      const busiest = Math.max(
        0,
        ...asked.map((at) => asked.filter((one) => one >= at && one < at + 60_000).length),
      );
      if (busiest > limit) {
        throw new Error(
          `this journey made ${busiest} requests in a minute; ${limit} are allowed. Of all: ${[
            ...paths,
          ]
            .toSorted(([, a], [, b]) => b - a)
            .map(([what, n]) => `${n} ${what}`)
            .join(", ")}`,
        );
      }
    },
  };
}

/** What a link of the page downloads, and under which name. */
export async function downloaded(link: Locator): Promise<{ name: string; content: string }> {
  // A link that is not there is named as what is missing, not its download.
  await link.waitFor();
  const [file] = await Promise.all([link.page().waitForEvent("download"), link.click()]);
  // The browser may run elsewhere: its files are read by the connection.
  return { name: file.suggestedFilename(), content: await text(await file.createReadStream()) };
}
