import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailTo } from "./answers.ts";
import { ZONE } from "./product.ts";
import { anything, type DashboardWorld, openInstall, OPERATOR } from "./world.ts";

/** The most that the way from an empty install to the first email may take. */
const CLICKS = 9;
const FIELDS = 10;

let world: DashboardWorld;
beforeAll(async () => {
  world = await openInstall();
});
afterAll(() => world?.stop());

it("takes at most nine clicks and ten fields from an empty install to the first email, to a hundred leads", async () => {
  const { page, faults, close } = await world.visit({ minutes: 2 });
  const [sender] = world.senders;
  if (!sender) throw new Error("the sandbox has senders");
  const { smtp_port, imap_port } = world.mail.access;
  ZONE["_submission._tcp.try-halden.test"] = { srv: [[smtp_port, "localhost"]] };
  ZONE["_imap._tcp.try-halden.test"] = { srv: [[imap_port, "localhost"]] };
  const did: string[] = [];
  const click = async (what: Locator): Promise<void> => {
    did.push(`click ${String(what)}`);
    await what.click();
  };
  const fill = async (what: Locator, text: string): Promise<void> => {
    did.push(`fill ${String(what)}`);
    await what.fill(text);
  };
  const dialog = page.getByRole("dialog");

  await page.goto("/");
  await fill(page.getByLabel("Your name"), OPERATOR.name);
  await fill(page.getByLabel("Email"), OPERATOR.email);
  await fill(page.getByLabel("Password"), OPERATOR.password);
  await click(page.getByRole("button", { name: "Complete setup" }));

  await click(dialog.getByRole("button", { name: "Other (SMTP and IMAP)" }));
  // It may be night or a weekend where this runs; nobody clicks that.
  const api = await world.api(OPERATOR);
  const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }];
  const sending = { default_schedule: { timezone: "UTC", windows } };
  await api.call("PUT", "/workspaces/1/settings", anything, { sending });
  await fill(dialog.getByLabel("Email address"), sender.email);
  await fill(dialog.getByLabel("Password"), sender.password);
  // The domain names its servers.
  await expect.poll(() => dialog.getByLabel("SMTP server").inputValue()).toBe("localhost");
  await expect.poll(() => dialog.getByLabel("IMAP server").inputValue()).toBe("localhost");
  await click(dialog.getByRole("button", { name: "Connect", exact: true }));
  await page.getByRole("heading", { name: sender.email }).waitFor();

  await click(page.getByRole("link", { name: /^Next: import leads/ }));
  did.push("fill the file");
  const rows = Array.from({ length: 100 }, (_, i) => `lead${i}@osterkampfoods.test,Lead ${i}`);
  await page.getByLabel("CSV or XLSX file").setInputFiles({
    name: "fair.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email,first_name\n${rows.join("\n")}\n`),
  });
  await click(page.getByRole("button", { name: "Import leads" }));
  await click(dialog.getByRole("link", { name: "Create campaign" }));
  await fill(dialog.getByLabel("Name"), "Cold stores");
  await dialog.getByText(`Send from ${sender.email}`).waitFor();
  await click(dialog.getByRole("button", { name: "Create campaign" }));
  await fill(page.getByLabel("Subject"), "Floors for cold stores");
  await fill(page.getByLabel("Message", { exact: true }), "Hi {{ first_name }},\n\nshall we talk?");
  await page.getByText(/^Saved/).waitFor();
  await click(page.getByRole("button", { name: "Start", exact: true }));
  // The review of what goes out.
  await click(dialog.getByRole("button", { name: "Start campaign" }));
  const mail = await mailTo(world, "lead0@osterkampfoods.test");
  expect(mail.email.subject).toBe("Floors for cold stores");

  expect(did.filter((one) => one.startsWith("click")).length).toBeLessThanOrEqual(CLICKS);
  expect(did.filter((one) => one.startsWith("fill")).length).toBeLessThanOrEqual(FIELDS);
  expect(faults).toEqual([]);
  await close();
});
