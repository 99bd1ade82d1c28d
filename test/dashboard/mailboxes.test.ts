import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { openWorkspace, type Workspace } from "./world.ts";

const Made = z.object({ id: z.int() });
const Listed = z.object({ data: z.array(Made) });

let world: Workspace;
let wid: number;
beforeAll(async () => {
  world = await openWorkspace();
  ({ wid } = world);
});
afterAll(() => world?.stop());

const Healths = z.looseObject({
  data: z.array(
    z.looseObject({
      status: z.string(),
      score: z.int().nullable(),
      usage: z.looseObject({ effective_limit: z.int() }),
    }),
  ),
});

describe("mailboxes", () => {
  it("count as sending only where they send, and a new one has no score before DNS was asked", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    const made = await world.api(world.operator);
    for (const { email, name, password } of world.senders) {
      await made.call("POST", `/workspaces/${wid}/mailboxes`, Made, {
        ...world.mail.access,
        smtp_username: email,
        smtp_password: password,
        imap_username: email,
        imap_password: password,
        email,
        from_name: name,
      });
    }
    let status = "disconnected";
    await page.route("**/mailboxes/health*", async (route) => {
      const response = await route.fetch();
      const json = Healths.parse(await response.json());
      for (const row of json.data) {
        row.status = status;
        if (status === "unknown") row.score = null;
        row.usage.effective_limit = 50;
      }
      await route.fulfill({ response, json });
    });
    await page.goto(`/w/${wid}/mailboxes`);
    await page.getByRole("cell", { name: "Disconnected" }).nth(1).waitFor();
    await page.getByText("0 of 2 sending, 0 emails left today").waitFor();
    status = "unknown";
    await page.reload();
    await page.getByText("Not checked").first().waitFor();
    await page.getByText("no score yet").first().waitFor({ state: "attached" });
    expect(await page.getByText("Healthy").count()).toBe(0);
    const boxes = await made.call("GET", `/workspaces/${wid}/mailboxes`, Listed);
    for (const { id } of boxes.data)
      await made.call("DELETE", `/workspaces/${wid}/mailboxes/${id}`, z.null());
    expect(faults).toEqual([]);
    await close();
  });
});

describe("a first mailbox", () => {
  it("is tested step by step, connected, and shows its health, its records and its warmup", async () => {
    const sender = world.senders[0];
    if (!sender) throw new Error("the sandbox has senders");
    const { smtp_host, smtp_port, imap_host, imap_port } = world.mail.access;
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/mailboxes`);
    await page.getByText("Connect your first mailbox").waitFor();
    await page.getByRole("button", { name: "Connect mailbox" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Other (SMTP and IMAP)" }).click();
    await dialog.getByLabel("Email address").fill(sender.email);
    await dialog.getByLabel("Password").fill("not its password");
    await dialog.getByLabel("SMTP server").fill(String(smtp_host));
    await dialog.getByLabel("Port").first().fill(String(smtp_port));
    await dialog.getByLabel("IMAP server").fill(String(imap_host));
    await dialog.getByLabel("Port").last().fill(String(imap_port));
    // Connecting tries it first.
    await dialog.getByRole("button", { name: "Connect" }).click();
    const result = dialog.getByRole("status", { name: "Test result" });
    await result.locator(".st.bad", { hasText: "Sign in" }).first().waitFor();
    await dialog.getByRole("button", { name: "Connect anyway" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel("Password").fill(sender.password);
    await dialog.getByRole("button", { name: "Test" }).click();
    await result.locator(".st.ok", { hasText: "Open inbox" }).waitFor();
    expect(await result.locator(".st.bad").count()).toBe(0);
    await dialog.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: sender.email }).waitFor();
    await page.getByRole("heading", { name: "DNS" }).waitFor();
    await page.getByRole("button", { name: "Start warmup" }).click();
    await page.getByText("Warming").waitFor();
    await page.getByRole("button", { name: "Pause warmup" }).click();
    await page.getByRole("button", { name: "Resume warmup" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const made = await world.api(world.operator);
    const { id } = await made.call("POST", `/workspaces/${wid}/campaigns`, Made, { name: "Fair" });
    const mailbox_ids = [Number(new URL(page.url()).pathname.split("/").at(-1))];
    await made.call("POST", `/workspaces/${wid}/campaigns/${id}/mailboxes`, Made.partial(), {
      mailbox_ids,
    });
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    await dialog.getByText("Removed from 1 campaign.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("Connect your first mailbox").waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
