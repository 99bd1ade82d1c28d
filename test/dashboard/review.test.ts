import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { LookName } from "#test/support/browser.ts";
import { seriousFindings } from "./accessible.ts";
import { watchLoads } from "./first-load.ts";
import { fill, type Places } from "./furnish.ts";
import { layoutFaults } from "./layout.ts";
import { anything, openWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
let draft: number;
const Made = z.object({ id: z.int() });

beforeAll(async () => {
  world = await openWorkspace();
  places = await fill(world);
  const api = await world.api(world.operator);
  const at = (path: string) => `/workspaces/${places.wid}${path}`;
  const schedule = {
    timezone: "Europe/Berlin",
    windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }],
  };
  const body = {
    name: "Cold stores, autumn",
    schedule,
    ramp: { enabled: true, start: 2, increment: 2, ceiling: 20 },
  };
  draft = (await api.call("POST", at("/campaigns"), Made, body)).id;
  await api.call("POST", at(`/campaigns/${draft}/steps`), Made, {
    subject: "Floors for {{ company }}",
    body_html: "<p>Hi {{ first_name }},</p><p>shall I send you the plan?</p>",
  });
  const boxes = { mailbox_ids: [places.mailboxId] };
  await api.call("POST", at(`/campaigns/${draft}/mailboxes`), anything, boxes);
  const form = new FormData();
  const rows = Array.from({ length: 9 }, (_, i) => `lead${i}@kuehlhaus${i}.test,Lead${i},Kühlhaus`);
  const csv = ["email,first_name,company", ...rows, "nobody@leer.test,Nobody,"].join("\n");
  form.set("file", new Blob([csv], { type: "text/csv" }), "cold.csv");
  const Uploaded = z.object({ list_id: z.int() });
  const list = await api.call("POST", at("/leads/upload"), Uploaded, form);
  await api.call("POST", at("/suppressions"), anything, { email: "lead8@kuehlhaus8.test" });
  const added = { campaign_id: draft, list_id: list.list_id };
  await api.call("POST", at("/leads/add-to-campaign"), anything, added);
});
afterAll(() => world?.stop());

describe("the review before a start", () => {
  it("shows who gets what from whom, who is left out and why, and sends one to oneself", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${places.wid}/campaigns/${draft}`);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Start “Cold stores, autumn”" });
    await dialog.getByText("8 leads get emails.").waitFor();
    await dialog.getByText("1 without a value for a variable").click();
    await dialog.getByRole("link", { name: "nobody@leer.test" }).waitFor();
    await dialog.getByRole("link", { name: "1 suppressed" }).waitFor();
    await dialog.getByText(/grows by 2 to 20/).waitFor();
    await dialog.getByText("Floors for Kühlhaus").waitFor();
    await dialog
      .getByText(/Google: Email sender guidelines/)
      .first()
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    const before = world.accepted.length;
    await dialog.getByRole("button", { name: "Send one now" }).click();
    await page.getByText(`sent to ${world.operator.email}`).waitFor();
    await expect.poll(() => world.accepted.length).toBeGreaterThan(before);

    // One lead gets the real email before the campaign starts.
    await dialog.getByRole("button", { name: "Send to this lead now" }).click();
    const question = page.getByRole("dialog", { name: /^Send the first email to lead/ });
    const [, lead = ""] = /to (\S+) now/.exec((await question.textContent()) ?? "") ?? [];
    expect(await seriousFindings(page)).toEqual([]);
    const mails = world.accepted.length;
    await question.getByRole("button", { name: "Send it" }).click();
    await page.getByText(`Sending the first email to ${lead}.`).waitFor();
    await expect.poll(() => world.accepted.length).toBeGreaterThan(mails);
    expect(JSON.stringify(world.accepted.at(-1))).toContain(lead);
    expect(await layoutFaults(page)).toEqual([]);
    if (process.env["PICTURES"])
      await page.screenshot({ path: `${process.env["PICTURES"]}/review-sent-now.png` });
    await dialog.getByRole("button", { name: "Start campaign" }).click();
    await page.getByText("“Cold stores, autumn” is active.").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe("lists", () => {
  it("of leads say campaign, last event and next email; are walked and ticked by keyboard; and keep views", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${places.wid}/leads?campaign=${draft}`);
    const rows = page.getByRole("table", { name: "Leads" }).getByRole("row");
    await rows.filter({ hasText: "Cold stores, autumn" }).first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    const bar = page.getByRole("region", { name: "Selection" });
    await bar.getByText("3 selected").waitFor();
    await bar.getByRole("button", { name: "Add 3 to campaign" }).waitFor();
    expect(await layoutFaults(page)).toEqual([]);

    await page.getByRole("button", { name: "Saved views" }).click();
    await page.getByLabel("Save this view as").fill("Cold stores");
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("button", { name: "Cold stores", exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`/w/${places.wid}/leads`);
    await page.getByRole("button", { name: "Saved views" }).click();
    await page.getByRole("button", { name: "Cold stores", exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("campaign")).toBe(String(draft));

    await page.goto(`/w/${places.wid}/campaigns`);
    await page.getByRole("checkbox", { name: "Select Cold stores, autumn" }).check();
    await page.getByRole("button", { name: "Tag 1" }).click();
    await page.getByRole("dialog").getByLabel("Tag").fill("Autumn");
    await page.getByRole("dialog").getByRole("button", { name: "Tag 1" }).click();
    await page.getByText("1 campaign tagged.").waitFor();
    await page.getByLabel("Tag").selectOption("Autumn");
    await page.getByRole("checkbox", { name: "Select Cold stores, autumn" }).check();
    await page.getByRole("button", { name: "Pause 1" }).click();
    await page.getByText("1 campaign paused.").waitFor();

    await page.goto(`/w/${places.wid}/campaigns/${draft}?tab=leads`);
    await page.getByText("Campaign paused").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it("fit every width, and a campaign's leads opened directly load below 150 kB", async () => {
    const found: string[] = [];
    for (const look of ["phone", "tablet", "laptop", "dark"] as const satisfies LookName[]) {
      const { page, close } = await world.visit({
        look,
        minutes: Infinity,
        signedIn: world.operator,
      });
      const loads = watchLoads(page);
      for (const path of ["leads", "campaigns", `campaigns/${draft}?tab=leads`, "reputation"]) {
        loads();
        await page.goto(`/w/${places.wid}/${path}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await page.waitForLoadState("networkidle");
        if (process.env["PICTURES"])
          await page.screenshot({
            path: `${process.env["PICTURES"]}/${path.replaceAll(/\W/g, "-")}-${look}.png`,
          });
        const faults = [
          ...loads(),
          ...(await layoutFaults(page)),
          ...(await seriousFindings(page)),
        ];
        found.push(...faults.map((fault) => `${look} ${path}: ${fault}`));
      }
      await close();
    }
    expect(found).toEqual([]);
  });

  it("enter the spam rate of a sending domain, which the review then knows", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${places.wid}/reputation`);
    await page.getByRole("button", { name: "Enter spam rate" }).click();
    const dialog = page.getByRole("dialog", { name: "Enter spam rate" });
    await dialog.getByLabel("Sending domain").fill("try-halden.test");
    await dialog.getByLabel("Spam rate (%)").fill("0,4");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save spam rate" }).click();
    await page.getByText("Spam rate of try-halden.test saved.").waitFor();
    const row = page.getByRole("row").filter({ hasText: "try-halden.test" });
    await row.getByText("0.4%", { exact: true }).waitFor();
    await row.getByText("0.3% or more: emails are refused").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
