import { afterEach, expect, it, vi } from "vitest";
import { DOCS_PAGES, docsPath } from "#server/docs/pages.ts";
import { seriousFindings } from "#test/dashboard/accessible.ts";
import { LOOKS, type LookName, startBrowser } from "#test/support/browser.ts";
import { startDohServer } from "#test/support/doh-server.ts";
import { runApiGuide } from "#test/support/guide.ts";
import { startSandbox } from "#test/support/mail/sandbox.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { startProduct } from "#test/support/product.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

it("the API's guide leads to a sent mail in workerd as well", async () => {
  const delivered: string[] = [];
  const mail = await startSandbox({
    senders: [{ email: "ann@try-example.com", name: "Ann Miller", password: "app password" }],
    refuses: () => false,
    onAccepted: ({ to }) => void delivered.push(...to),
    onRefused: () => undefined,
  });
  ends.push(() => mail.stop());
  const mx = { mx: [[10, "mx.example"]] } as const;
  const resolver = await startDohServer({ "navy.example": mx, "bletchley.example": mx });
  ends.push(() => resolver.close());
  const product = await startProduct({
    host: "worker",
    env: { TICK_SECONDS: "0.25", DOH_URLS: resolver.url, AVATAR_URL: "" },
  });
  ends.push(() => product.stop());
  const yard = temporaryDirectory();
  ends.push(() => yard.remove());
  const { wrong } = await runApiGuide(product.url, mail.access, yard.path);
  expect(wrong).toEqual([]);
  await vi.waitFor(() => expect(delivered.length).toBeGreaterThan(0), 60_000);
});

// The reference of the API is long: axe alone takes minutes of it on a slow machine.
it(
  "every guide can be read by day, by night and on a phone, by anybody",
  { timeout: 20 * 60_000 },
  async () => {
    const product = await startNodeHost({ env: { LOG_LEVEL: "warn" } });
    ends.push(() => product.stop());
    const home = () => fetch(`${product.url}/docs`, { headers: { accept: "text/html" } });
    await vi.waitUntil(async () => (await home()).status === 200, 60_000);
    const browser = await startBrowser();
    ends.push(() => browser.close());
    const wrong: string[] = [];
    for (const look of Object.keys(LOOKS) as LookName[]) {
      const context = await browser.newContext({ ...LOOKS[look], baseURL: product.url });
      const page = await context.newPage();
      page.on("console", (message) => wrong.push(`${look} ${page.url()}: ${message.text()}`));
      for (const guide of DOCS_PAGES) {
        const at = `${look} ${docsPath(guide)}`;
        await page.goto(docsPath(guide));
        await page.locator("article h1").waitFor();
        const beyond = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        if (beyond !== 0) wrong.push(`${at}: ${String(beyond)} pixels wider than the screen`);
        wrong.push(...(await seriousFindings(page)).map((finding) => `${at}: ${finding}`));
      }
      if (look === "desktop") {
        await context.grantPermissions(["clipboard-write"]);
        await page.goto("/docs/api");
        await page.locator("button.copy").first().click();
        await page.getByText("Copied").waitFor();
      }
      await context.close();
    }
    expect(wrong).toEqual([]);
  },
);
