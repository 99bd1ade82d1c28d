import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { seriousFindings } from "./accessible.ts";
import { fill, type Places } from "./furnish.ts";
import { focusedName, pressByKey } from "./keyboard.ts";
import { anything, openOwnWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openOwnWorkspace();
  places = await fill(world);
});
afterAll(() => world?.stop());

const Made = z.object({ id: z.int() });
const Client = z.object({ workspace: Made });
const Clients = z.object({ data: z.array(z.object({ paused_at: z.string().nullable() })) });
const Limits = z.object({ data: z.array(z.object({ daily_limit: z.int() })) });
const Box = z.object({ status: z.string(), email: z.string() });

it("invites people, opens tabs of rooms, and pauses and resumes a client from the palette", async () => {
  const api = await world.api(world.operator);
  const workspace = { name: "Osterkamp Foods", slug: "osterkamp" };
  const olga = {
    name: "Olga Ost",
    email: "olga@osterkamp.test",
    password: "amber field seventeen",
  };
  await api.call("POST", "/admin/clients", Client, { ...olga, workspace });
  const pausedAt = async () =>
    (await api.call("GET", "/admin/clients", Clients)).data[0]?.paused_at ?? null;
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  const dialog = page.getByRole("dialog");
  const find = async (text: string, option: RegExp): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or jump to" }).fill(text);
    await page.getByRole("option", { name: option, selected: true }).waitFor();
    await page.keyboard.press("Enter");
  };
  await page.goto(`/w/${places.wid}/tasks`);
  await page.getByRole("heading", { name: "Tasks" }).waitFor();
  await find("admin people", /^People/);
  await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("people");
  await find("settings tracking", /^Tracking/);
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/w/${places.wid}/settings`);

  await find("invite", /^Invite person/);
  await dialog.getByRole("heading", { name: "Invite person" }).waitFor();
  await expect.poll(() => focusedName(page)).toBe("Email");
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).searchParams.get("invite")).toBeNull();

  await find("pause client ost", /^Pause client Osterkamp Foods/);
  await dialog
    .or(page.getByRole("alertdialog"))
    .getByText("Nothing leaves the workspace")
    .waitFor();
  expect(await pausedAt()).toBeNull();
  await page.getByRole("button", { name: "Pause client" }).click();
  await page.getByText("“Osterkamp Foods” is paused. Nothing leaves it.").waitFor();
  expect(await pausedAt()).not.toBeNull();
  await find("resume client ost", /^Resume client Osterkamp Foods/);
  await page.getByText("“Osterkamp Foods” is resumed.").waitFor();
  expect(await pausedAt()).toBeNull();
  expect(faults).toEqual([]);
  await close();
});

it.each([
  ["i", "CSV or XLSX file"],
  ["c", "Name"],
])("leaves the focus in the dialog that %s opens in another room", async (key, first) => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  const dialog = page.getByRole("dialog");
  // The second time all of it is loaded, and the dialog is there with the room.
  for (let time = 0; time < 2; time++) {
    await page.goto(`/w/${places.wid}/tasks`);
    await page.getByRole("heading", { name: "Tasks" }).waitFor();
    await page.keyboard.press(key);
    await dialog.waitFor();
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(300);
    expect(await focusedName(page)).toContain(first);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  expect(faults).toEqual([]);
  await close();
});

it("keeps the focus in a dialog whose button goes when it has done its work", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  const dialog = page.getByRole("dialog");
  await page.goto(`/w/${places.wid}/leads?upload=true`);
  await page.getByLabel("CSV or XLSX file").setInputFiles({
    name: "one.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("email\nedda@mlynbakeries.test\n"),
  });
  await pressByKey(page, dialog.getByRole("button", { name: "Import leads" }));
  await dialog.getByText("Leads imported").waitFor();
  await expect.poll(() => focusedName(page)).toBe("Show list");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Select edda@mlynbakeries.test" }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it("opens the tabs of a campaign by digits, and leaves its message by Escape", async () => {
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  await page.goto(`/w/${places.wid}/campaigns/${places.campaignId}`);
  const message = page.getByLabel("Message", { exact: true });
  await message.click();
  await page.keyboard.press("6");
  // It is text while somebody writes.
  expect(await message.inputValue()).toContain("6");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Escape");
  const tab = () => new URL(page.url()).searchParams.get("tab");
  await page.keyboard.press("6");
  await expect.poll(tab).toBe("analytics");
  await page.keyboard.press("3");
  await expect.poll(tab).toBe("schedule");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.getByText("Analytics").waitFor();
  await keys.getByText("Leave the message, so that keys work").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it("selects all rows and changes them without a mouse, and goes on by key after a tick by mouse", async () => {
  const api = await world.api(world.operator);
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  await page.goto(`/w/${places.wid}/mailboxes`);
  await page.getByRole("checkbox", { name: "Select mara@try-halden.test" }).waitFor();
  await page.keyboard.press("a");
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByText("2 selected").waitFor();
  await page.keyboard.press("a");
  await bar.waitFor({ state: "detached" });
  await page.keyboard.press("a");
  await page.keyboard.press("b");
  await expect.poll(() => focusedName(page)).toBe("Edit");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedName(page)).toBe("Emails per day");
  await page.keyboard.type("33");
  await page.keyboard.press("Enter");
  await page.getByText("2 mailboxes changed.").waitFor();
  const { data } = await api.call("GET", `/workspaces/${places.wid}/mailboxes`, Limits);
  expect(data.map((box) => box.daily_limit)).toEqual([33, 33]);

  await page.goto(`/w/${places.wid}/leads`);
  await page.getByRole("checkbox", { name: "Select Tomas Wieland" }).check();
  await page.keyboard.press("b");
  // Nothing that takes leads away.
  await expect.poll(() => focusedName(page)).not.toBe("");
  expect(await focusedName(page)).not.toMatch(/Delete|Select/);
  await page.keyboard.press("a");
  await bar.getByText(/^[89] selected$/).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it("says on the page of a lead why its next email waits", async () => {
  const api = await world.api(world.operator);
  await expect
    .poll(async () => {
      const Lead = z.object({ campaigns: z.array(z.object({ current_step: z.int() })) });
      const lead = await api.call("GET", `/workspaces/${places.wid}/leads/${places.leadId}`, Lead);
      return lead.campaigns[0]?.current_step;
    })
    .toBe(1);
  const { page, faults, close } = await world.visit({ signedIn: world.operator, look: "phone" });
  await page.goto(`/w/${places.wid}/leads/${places.leadId}`);
  await page.getByRole("button", { name: "Explain what comes next in Facility managers" }).click();
  const dialog = page.getByRole("dialog", { name: /^Why .+ is waiting$/ });
  await dialog.getByText("Waiting for the delay before this step.").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it("asks for the password first where the connection fails, and saves it by Enter", async () => {
  const api = await world.api(world.operator);
  const at = `/workspaces/${places.wid}/mailboxes/${places.mailboxId}`;
  const { email } = await api.call("GET", at, Box);
  const sender = world.senders.find((one) => one.email === email);
  await api.call("PUT", at, anything, { smtp_password: "an old one", imap_password: "an old one" });
  await api.call("POST", `${at}/test`, anything);
  const { page, faults, close } = await world.visit({ signedIn: world.operator });
  await page.goto(`/w/${places.wid}/mailboxes/${places.mailboxId}`);
  await page.getByRole("button", { name: "Edit connection" }).waitFor();
  await page.keyboard.press("e");
  await expect.poll(() => focusedName(page)).toBe("New password");
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.type(sender?.password ?? "");
  await page.keyboard.press("Enter");
  await page.getByText("Open inbox", { exact: true }).waitFor();
  await expect.poll(async () => (await api.call("GET", at, Box)).status).toBe("active");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const asked = page.waitForResponse((one) => one.url().endsWith("/test"));
  await page.keyboard.press("t");
  expect((await asked).status()).toBe(200);
  expect(faults).toEqual([]);
  await close();
});
