import { z } from "zod";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
beforeAll(async () => {
  world = await openWorkspace();
});
afterAll(() => world?.stop());

const Listed = z.looseObject({
  data: z.array(z.record(z.string(), z.unknown())),
  pagination: z.looseObject({ total: z.int().nullable() }),
});
const Made = z.object({ id: z.int() });
const TOTAL = 1_000;
const PAGE = 200;

// Text, since it runs in the page, whose globals the tests' types don't know.
const TICK_MS = `(async () => {
  const start = performance.now();
  document.querySelector(".vrow input").click();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - start;
})()`;

it("a thousand rows are drawn as they come into sight, within the requests of a minute", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  const [sender] = world.senders;
  if (!sender) throw new Error("the sandbox has senders");
  await (
    await world.api(world.operator)
  ).call("POST", `/workspaces/${world.wid}/mailboxes`, Made, {
    ...world.mail.access,
    smtp_username: sender.email,
    smtp_password: sender.password,
    imap_username: sender.email,
    imap_password: sender.password,
    email: sender.email,
    from_name: sender.name,
  });
  // Each page is the one real row, as often as it takes, with numbers of its own.
  for (const [glob, id] of [
    ["**/mailboxes?*", "id"],
    ["**/mailboxes/health?*", "mailbox_id"],
  ] as const) {
    await page.route(glob, async (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get("cursor") ?? 0);
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/&cursor=\w+/, ""),
      });
      const json = Listed.parse(await response.json());
      const [row] = json.data;
      json.data = Array.from({ length: PAGE }, (_, n) => ({
        ...row,
        [id]: from + n + 1,
        email: `m${from + n + 1}@many.test`,
      }));
      const next = from + PAGE;
      json.pagination.total = TOTAL;
      json.pagination["next_cursor"] = next < TOTAL ? String(next) : null;
      await route.fulfill({ response, json });
    });
  }
  await page.goto(`/w/${world.wid}/mailboxes`);
  await page.getByRole("link", { name: "m1@many.test", exact: true }).waitFor();
  const rows = page.locator(".vrow");
  expect(await rows.count()).toBeLessThan(60);
  const last = page.getByRole("link", { name: "m1000@many.test", exact: true });
  const began = performance.now();
  while ((await last.count()) === 0) {
    if (performance.now() - began > 30_000) throw new Error("the end never comes");
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await page.waitForTimeout(100);
  }
  expect(await rows.count()).toBeLessThan(60);
  // A tick draws the rows in sight and nothing else: it takes no longer than with ten of them.
  await page.getByRole("checkbox", { name: "Select m1000@many.test" }).check();
  await page.getByRole("button", { name: "Select all 1,000" }).click();
  await page.getByText("All 1,000 selected").waitFor();
  const ms = await page.evaluate<number>(TICK_MS);
  expect(ms).toBeLessThan(1_000);
  expect(faults).toEqual([]);
  await close();
});
