import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createApi } from "#test/demo/api.ts";
import { seriousFindings } from "./accessible.ts";
import { fill } from "./furnish.ts";
import { anything, openOwnWorkspace, type Workspace } from "./world.ts";

/* What admins let clients do, and what a client then meets: accounts of an install of its own. */

const ZOE = { name: "Zoe", email: "zoe@zeta.test", password: "amber field seventeen" };
const Access = z.object({
  access: z.object({ preset: z.string().nullable(), switches: z.array(z.string()) }),
});
const Clients = z.object({ data: z.array(Access.extend({ id: z.int() })) });

let world: Workspace;
let wid: number;
let campaignId: number;
beforeAll(async () => {
  world = await openOwnWorkspace();
}, 120_000);
afterAll(() => world?.stop());

const shown = async (): Promise<z.output<typeof Access>["access"]> => {
  const api = await world.api(world.operator);
  return (await api.call("GET", `/admin/clients/${wid}`, Access)).access;
};

describe("access of clients", () => {
  it("is chosen when a client is added, and changed by preset or tick", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/admin?tab=clients");
    await page.getByRole("button", { name: "Add client" }).first().click();
    const adding = page.getByRole("dialog");
    await adding.getByLabel("Workspace").fill("Zeta Foods");
    await adding.getByLabel("Email of the first person").fill(ZOE.email);
    await adding.getByLabel("Access").selectOption("viewer");
    await adding.getByText("Sees leads, changes nothing.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await adding.getByRole("button", { name: "Add client" }).click();
    await page.getByRole("heading", { name: "Hand over the link" }).waitFor();
    const link = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token");
    const { name, password } = ZOE;
    const accepting = { token, name, password };
    await createApi(world.url).call("POST", "/auth/invitation/accept", anything, accepting);
    const row = page.getByRole("row", { name: "Zeta Foods" });
    const access = row.getByRole("button", { name: /access of Zeta Foods/ });
    await access.waitFor();
    expect(await access.innerText()).toBe("Viewer");
    const api = await world.api(world.operator);
    const [client] = (await api.call("GET", "/admin/clients", Clients)).data;
    wid = client?.id ?? 0;
    expect(client?.access).toEqual({ preset: "viewer", switches: ["see_leads"] });

    await access.click();
    const dialog = page.getByRole("dialog");
    const tick = (name: string) => dialog.getByRole("checkbox", { name: new RegExp(`^${name}`) });
    await tick("See leads").uncheck();
    await tick("Upload leads").check();
    // Who uploads leads sees them.
    expect(await tick("See leads").isChecked()).toBe(true);
    expect(await tick("See leads").isDisabled()).toBe(true);
    expect(await dialog.getByLabel("Access", { exact: true }).inputValue()).toBe("custom");
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save access" }).click();
    await dialog.waitFor({ state: "detached" });
    await row.getByText("Custom").waitFor();
    expect(await shown()).toEqual({ preset: null, switches: ["see_leads", "upload_leads"] });
    expect(faults).toEqual([]);
    await close();
  });

  it("decides which rooms, tabs and buttons a client meets, and nothing shown is refused", async () => {
    const api = await world.api(world.operator);
    const set = (body: object) => api.call("PUT", `/admin/clients/${wid}/access`, anything, body);
    ({ campaignId } = await fill({ ...world, wid, slug: "zeta-foods" }));
    const rooms = async (body: object) => {
      await set(body);
      const { page, faults, close } = await world.visit({ signedIn: ZOE });
      await page.goto(`/w/${wid}`);
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      const links = await page.getByRole("navigation").first().getByRole("link").allInnerTexts();
      const names = links.map((text) => text.split("\n")[0]?.trim() ?? "");
      await page.goto(`/w/${wid}/inbox`);
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.goto(`/w/${wid}/campaigns/${campaignId}?tab=leads`);
      const tabs = page.getByRole("navigation", { name: "Campaign", exact: true });
      await tabs.waitFor();
      const shownTabs = (await tabs.getByRole("link").allInnerTexts()).map(
        (text) => /^[A-Z][a-z]+/.exec(text)?.[0],
      );
      const runs = await page.getByRole("button", { name: /^(Pause|Start|Resume)$/ }).count();
      const tests = await page.getByRole("button", { name: "Send test email" }).count();
      await page.goto(`/w/${wid}/leads`);
      await page.getByRole("heading").first().waitFor();
      await page.waitForLoadState("networkidle");
      const imports = await page.getByRole("button", { name: "Import leads" }).count();
      const mayLeads = await page.getByRole("searchbox").count();
      expect(faults).toEqual([]);
      await close();
      return {
        names,
        shownTabs,
        runs: runs > 0,
        tests,
        imports: imports > 0,
        mayLeads: mayLeads > 0,
      };
    };
    const none = await rooms({ switches: [] });
    expect(none.names).toEqual(expect.arrayContaining(["Overview", "Inbox", "Campaigns"]));
    for (const room of ["Leads", "Mailboxes", "Settings", "Admin"]) {
      expect(none.names).not.toContain(room);
    }
    expect(none).toMatchObject({
      shownTabs: ["Steps", "Rules", "Schedule", "Analytics", "Settings"],
      runs: false,
      tests: 0,
      imports: false,
      mayLeads: false,
    });
    const all = await rooms({ preset: "manager" });
    expect(all.names).toEqual(expect.arrayContaining(["Leads", "Mailboxes"]));
    expect(all).toMatchObject({
      shownTabs: ["Steps", "Rules", "Schedule", "Mailboxes", "Leads", "Analytics", "Settings"],
      runs: true,
      tests: 0,
      imports: true,
      mayLeads: true,
    });
  });
});
