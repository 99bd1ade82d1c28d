import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { seriousFindings } from "./accessible.ts";
import { fill } from "./furnish.ts";
import { anything, openOwnWorkspace, type Workspace } from "./world.ts";

/* Templates belong to the install: staff make and use them, and no client meets one. */

const ZOE = { name: "Zoe", email: "zoe@zeta.test", password: "amber field seventeen" };
const Client = z.object({ workspace: z.object({ id: z.int() }) });
const Step = z.object({ subject: z.string(), body_html: z.string() });
const Campaign = z.object({ status: z.string(), track_opens: z.boolean(), steps: z.array(Step) });

let world: Workspace;
let campaignId: number;
let other: number;
beforeAll(async () => {
  world = await openOwnWorkspace();
  ({ campaignId } = await fill(world));
  const api = await world.api(world.operator);
  const made = await api.call("POST", "/admin/clients", Client, {
    ...ZOE,
    workspace: { name: "Zeta Foods", slug: "zeta-foods" },
  });
  other = made.workspace.id;
}, 120_000);
afterAll(() => world?.stop());

describe("templates of the install", () => {
  it("are saved from a campaign, written, and used in another workspace", async () => {
    const api = await world.api(world.operator);
    const read = (wid: number, id: number | string) =>
      api.call("GET", `/workspaces/${wid}/campaigns/${id}`, Campaign);
    const source = await read(world.wid, campaignId);
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${world.wid}/campaigns/${campaignId}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Save as template" }).click();
    const saving = page.getByRole("dialog");
    await saving.getByLabel("Name").fill("Cold chain");
    expect(await seriousFindings(page)).toEqual([]);
    await saving.getByRole("button", { name: "Save template" }).click();
    await page.getByText("Template “Cold chain” saved for every workspace.").waitFor();

    await page.goto("/templates");
    await page.getByRole("row", { name: "Cold chain" }).getByText("Campaign").waitFor();
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByRole("menuitem", { name: "Snippet" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Choose a time");
    await page.getByRole("button", { name: "Create template" }).click();
    await page.getByRole("heading", { name: "Choose a time" }).waitFor();
    const message = page.getByLabel("Message", { exact: true });
    await message.fill("Does {{ first_name suit you?");
    await page.getByRole("button", { name: "Save template" }).click();
    await page
      .getByText(/^Character \d+: /)
      .first()
      .waitFor();
    await message.fill("Would {Tuesday|Thursday} suit you?");
    await page.getByRole("button", { name: "Save template" }).click();
    await page.getByText("Template saved.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.goto(`/w/${other}/campaigns?make=true`);
    const making = page.getByRole("dialog");
    await making.getByLabel("Name").fill("Zeta, spring");
    await making.getByLabel("Template").selectOption({ index: 1 });
    expect(await seriousFindings(page)).toEqual([]);
    await making.getByRole("button", { name: "Create campaign" }).click();
    await page.waitForURL(/\/campaigns\/\d+/);
    const path = new URL(page.url()).pathname;
    const id = path.split("/").at(-1) ?? "";
    const made = await read(other, id);
    expect(made).toMatchObject({ status: "draft", track_opens: source.track_opens });
    expect(made.steps).toEqual(source.steps);

    // In a text: what is typed stays, and the snippet stands where the cursor was.
    await message.waitFor();
    await message.fill("Hello.\n\n");
    await page.getByRole("button", { name: "Snippet" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Choose a time" }).click();
    await expect
      .poll(() => message.inputValue())
      .toBe("Hello.\n\nWould {Tuesday|Thursday} suit you?");
    await expect
      .poll(async () => (await read(other, id)).steps[0]?.body_html)
      .toContain("{Tuesday|Thursday}");

    const stops = page.getByRole("region", { name: "Steps" });
    await stops.getByRole("button", { name: "Move or delete step 1" }).click();
    await page.getByRole("menuitem", { name: "Save as template" }).click();
    await saving.getByLabel("Name").fill("Opening");
    await saving.getByRole("button", { name: "Save template" }).click();
    await page.getByText("Template “Opening” saved").waitFor();
    await stops.getByRole("button", { name: "Add a step from a template" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Opening" }).click();
    await expect
      .poll(async () => (await read(other, id)).steps.length)
      .toBe(source.steps.length + 1);
    const { steps } = await read(other, id);
    expect(steps.at(-1)).toEqual(steps[0]);
    expect(faults).toEqual([]);
    await close();
  });

  it("show nothing of themselves to a client", async () => {
    const api = await world.api(world.operator);
    await api.call("PUT", `/admin/clients/${other}/access`, anything, { preset: "manager" });
    const { page, close } = await world.visit({ signedIn: ZOE });
    await page.goto(`/w/${other}/campaigns`);
    await page.getByText("Zeta, spring").first().click();
    await page.getByRole("region", { name: "Steps" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.getByText(/template|snippet/i).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Templates" }).count()).toBe(0);
    await page.goto("/templates");
    await page.getByRole("heading", { name: "You have no access to Templates" }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.getByText("Cold chain").count()).toBe(0);
    await close();
  });
});
