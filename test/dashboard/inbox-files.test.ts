import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { answer, mailTo } from "./answers.ts";
import { fill, type Places } from "./furnish.ts";
import { openWorkspace, type Workspace } from "./world.ts";

const LEAD = "t.wieland@osterkampfoods.test";
const PDF = Buffer.from(`%PDF-1.7\n${"plan ".repeat(2_000)}`);
const LOGO = join(import.meta.dirname, "logo.png");

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await fill(world);
  await answer(world, await mailTo(world, LEAD), "The plan is attached.", {
    name: "Tomas Wieland",
    attachments: [
      { filename: "plan.pdf", content: PDF },
      { filename: "page.html", content: Buffer.from("<html><script>alert(1)</script></html>") },
    ],
  });
});
afterAll(() => world.stop());

/** Presses Tab until that control has the focus. */
async function tabTo(page: Page, name: string | RegExp, key = "Tab"): Promise<void> {
  const wanted = page.getByRole("button", { name }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 150; presses++) {
    if (await wanted.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(name)} is not reached by Tab`);
}

async function whole(saved: Download): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await saved.createReadStream()) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe("files in the inbox, by keyboard alone", () => {
  it("are downloaded, attached, taken back, sent and passed on", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 5 });
    // From now on the browser hands choices of files over: told only when one is waited for, it may hear of
    // that after the key that opens the choice.
    page.on("filechooser", () => undefined);
    await page.goto(`/w/${places.wid}/inbox?view=all`);
    const files = page.getByRole("list", { name: "Attachments" });
    await files.waitFor({ timeout: 60_000 });
    expect(await seriousFindings(page)).toEqual([]);

    await tabTo(page, /Download plan\.pdf/);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Enter"),
    ]);
    expect(saved.suggestedFilename()).toBe("plan.pdf");
    expect((await whole(saved)).equals(PDF)).toBe(true);
    await tabTo(page, /Download page\.html/);
    const [markup] = await Promise.all([
      page.waitForEvent("download"),
      page.keyboard.press("Enter"),
    ]);
    expect(markup.suggestedFilename()).toBe("page.html");

    await page.keyboard.press("r");
    const field = page.getByLabel("Reply to Tomas Wieland");
    await page.keyboard.type("Hello ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("Tomas");
    expect(await field.inputValue()).toBe("Hello **Tomas**");
    await page.keyboard.press("End");
    await page.keyboard.type(",\n\n- one\n- two");
    const attached = page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
    const attach = async (): Promise<void> => {
      const before = await attached.count();
      await tabTo(page, "Attach files");
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.keyboard.press("Enter"),
      ]);
      await chooser.setFiles(LOGO);
      await expect.poll(() => attached.count()).toBe(before + 1);
    };
    await attach();
    await attach();
    await tabTo(page, "Remove logo.png", "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => attached.count()).toBe(1);
    await tabTo(page, "Cc and Bcc");
    await page.keyboard.press("Enter");
    await page.getByLabel("Bcc").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await tabTo(page, "Preview", "Shift+Tab");
    await page.keyboard.press("Enter");
    const preview = page.frameLocator('iframe[title="Preview of the reply"]');
    await preview.locator("li", { hasText: "two" }).waitFor();
    await page.keyboard.press("Enter");

    const before = world.accepted.length;
    await tabTo(page, /^Send/);
    await page.keyboard.press("Enter");
    await page.getByText("Sending to Tomas Wieland in ten seconds.").waitFor();
    await page.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Taken back. Nothing was sent.").waitFor();
    expect([await attached.count(), world.accepted.length]).toEqual([1, before]);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Sending to Tomas Wieland in ten seconds.").waitFor();
    await expect
      .poll(async () => (await mailTo(world, LEAD)).email.attachments.length, { timeout: 40_000 })
      .toBe(1);
    const { email } = await mailTo(world, LEAD);
    expect(email.html).toContain("<b>Tomas</b>");
    expect(email.html).toContain("<li>two</li>");
    expect(email.text).toContain("- two");
    const [logo] = email.attachments;
    expect(logo).toMatchObject({ filename: "logo.png", mimeType: "image/png" });
    expect(Buffer.from(logo?.content as ArrayBuffer).equals(readFileSync(LOGO))).toBe(true);

    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
    await page.getByRole("dialog", { name: "Forward" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("To", { exact: true }).focus();
    await page.keyboard.type("kim@else.test");
    await page.keyboard.press("Enter");
    await page.getByText("Forwarding in ten seconds.").waitFor();
    await expect
      .poll(() => world.accepted.some(({ to }) => to.includes("kim@else.test")), {
        timeout: 40_000,
      })
      .toBe(true);
    const passed = await mailTo(world, "kim@else.test");
    expect(passed.email.attachments.map(({ filename }) => filename)).toEqual([
      "plan.pdf",
      "page.html",
    ]);
    expect(faults).toEqual([]);
    await close();
  }, 180_000);
});

describe("files that are on their way", () => {
  it("show how far they are, also to who listens", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 3 });
    await page.goto(`/w/${places.wid}/inbox?view=all`);
    // The test before this sent files of its own.
    await page
      .getByRole("article", { name: /^Tomas Wieland/ })
      .getByRole("list", { name: "Attachments" })
      .waitFor({ timeout: 60_000 });
    await page.getByLabel("Reply to Tomas Wieland").fill("Here it is.");
    const large = { name: "large.bin", mimeType: "application/octet-stream" };
    const files = page.getByLabel("Files to attach");
    await files.setInputFiles({ ...large, buffer: Buffer.alloc(3_000_000, 1) });
    const network = await page.context().newCDPSession(page);
    const throttled = (uploadThroughput: number) =>
      network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network.send("Network.enable");
    await throttled(500_000);
    await page.getByRole("button", { name: /^Send/ }).first().click();
    const bar = page.getByRole("progressbar", { name: "Uploading the files" });
    await bar.waitFor();
    const seen = new Set<number>();
    await expect
      .poll(
        async () => {
          const share = Number(await bar.getAttribute("value", { timeout: 2_000 }));
          if (share > 0 && share < 1) seen.add(share);
          return seen.size;
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBeGreaterThan(1);
    expect([...seen]).toEqual([...seen].toSorted((a, b) => a - b));
    await page.getByText(/^Uploading the files, (25|50|75)%$/).waitFor();
    await throttled(-1);
    await page.getByText("Sending to Tomas Wieland in ten seconds.").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back. Nothing was sent.").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
