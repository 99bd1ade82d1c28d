import type { Locator } from "playwright-core";
import { z } from "zod";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkspace, type Workspace } from "./world.ts";

const Enrolled = z
  .looseObject({ data: z.array(z.looseObject({})) })
  .transform((page) => ({ ...page, past: "2026-01-05T09:00:00.000Z" }));

let world: Workspace;
beforeAll(async () => {
  world = await openWorkspace();
});
afterAll(() => world?.stop());

/** Whether the beginning of it can be read where the page stands: neither off the screen nor under something. */
const isSeen = (what: Locator): Promise<boolean> =>
  what.first().evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    const there = element.ownerDocument.elementFromPoint(left + 4, top + 4);
    return element.contains(there);
  });

it("a phone shows what came of a press in a long dialog, what a file holds, and what is next", async () => {
  const { page, faults, close } = await world.visit({
    signedIn: world.operator,
    look: "phone",
    minutes: 2,
  });
  const { wid } = world;
  const [sender] = world.senders;
  if (!sender) throw new Error("the sandbox has senders");
  const { smtp_port, imap_port } = world.mail.access;
  const dialog = page.getByRole("dialog");
  await page.goto(`/w/${wid}/mailboxes?connect=true`);
  await dialog.getByRole("button", { name: "Other (SMTP and IMAP)" }).click();
  await dialog.getByLabel("Email address").fill(sender.email);
  await dialog.getByLabel("Password").fill("not this one");
  for (const [kind, at, port] of [
    ["SMTP", 0, smtp_port],
    ["IMAP", 1, imap_port],
  ] as const) {
    await dialog.getByLabel(`${kind} server`).fill("127.0.0.1");
    await dialog.getByLabel("Port").nth(at).fill(String(port));
  }
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  const refusal = dialog.getByText(/rejected the username or password/);
  await refusal.first().waitFor();
  await expect.poll(() => isSeen(refusal)).toBe(true);
  await dialog.getByLabel("Password").fill(sender.password);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("heading", { name: sender.email }).waitFor();

  // The sidebar says this elsewhere.
  await page.getByRole("link", { name: "Next: import leads" }).click();
  const rows = Array.from({ length: 30 }, (_, i) => `lead${i}@osterkampfoods.test;Käthe;Köln`);
  await page.getByLabel("CSV or XLSX file").setInputFiles({
    name: "fair.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email;Vorname;Stadt\nnobody;Ole;Oslo\n${rows.join("\n")}\n`, "latin1"),
  });
  await expect.poll(() => isSeen(dialog.getByText(/^Ole, Käthe/))).toBe(true);
  await dialog.getByRole("button", { name: "Preview import" }).click();
  const outcome = dialog.getByText("31 rows:");
  await outcome.waitFor();
  await expect.poll(() => isSeen(outcome)).toBe(true);
  await dialog.getByRole("button", { name: "Import leads" }).click();
  await dialog.getByRole("link", { name: "Create campaign" }).click();
  await dialog.getByLabel("Name").fill("Cold stores");
  await dialog.getByRole("button", { name: "Create campaign" }).click();

  await page.getByLabel("Subject").fill("Floors");
  await page.getByLabel("Message", { exact: true }).fill("Hi {{ vorname }}, shall we talk?");
  await page.getByText(/^Saved/).waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await dialog.getByText("0 leads get emails.").waitFor();
  await dialog.getByText("Nobody gets an email: all leads are left out").waitFor();
  await dialog.getByText("30 of 30 leads cannot be sent to: vorname is empty.").waitFor();
  await dialog.getByRole("button", { name: "Start anyway" }).click();
  await page.getByText("“Cold stores” is active.").waitFor();

  // A time that is over is none to wait for.
  await page.route(/\/campaigns\/\d+\/leads\b/, async (route) => {
    const response = await route.fetch();
    const json = Enrolled.parse(await response.json());
    for (const row of json.data) {
      Object.assign(row, { status: "pending", decided_by: null, next_send_at: json.past });
    }
    await route.fulfill({ response, json });
  });
  await page.goto(`${page.url().split("?")[0]}?tab=leads`);
  await page.getByRole("button", { name: /lead0@.*Due/ }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it("a laptop hides no tab: a mouse does not scroll sideways", async () => {
  const { page, faults, close } = await world.visit({
    signedIn: world.operator,
    look: "laptop",
    language: "de",
  });
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto(`/w/${world.wid}/settings`);
  const tabs = page.locator("nav.tabs");
  await tabs.waitFor();
  const last = tabs.getByRole("link").last();
  await expect.poll(() => isSeen(last)).toBe(true);
  expect(await tabs.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
