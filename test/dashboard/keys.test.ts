import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { seriousFindings } from "./accessible.ts";
import { anything, openOwnWorkspace, type Workspace } from "./world.ts";

let world: Workspace;
beforeAll(async () => {
  world = await openOwnWorkspace();
});
afterAll(() => world?.stop());

/** What the key meets at these paths of the API. */
const statuses = (key: string | null, ...paths: string[]): Promise<number[]> =>
  Promise.all(
    paths.map(async (path) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${world.url}/api/v1${path}`, { headers })).status;
    }),
  );

describe("API keys", () => {
  it("are limited by scopes, time and addresses when they are created, and shown so", async () => {
    const { wid } = world;
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/settings?tab=keys`);
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByLabel("Name").fill("Report");
    await page.getByLabel("Access").selectOption("read");
    await page.getByText("Reads everything, changes nothing.").waitFor();
    await page.getByLabel("Access").selectOption("custom");
    await page.getByLabel("See campaigns and their statistics").uncheck();
    await page.getByLabel("Expires").selectOption("90");
    await page.getByLabel("Allowed addresses").fill("127.0.0.1\n::1\n10.0.0.0/99");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("10.0.0.0/99: Enter an address or a range").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Allowed addresses").fill("127.0.0.1, ::1");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByRole("dialog").locator("code").textContent();
    await page.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row", { name: "Report" });
    await row.getByText("127.0.0.1/32").waitFor();
    await row.getByText(/Expires/).waitFor();
    await row.getByText(/^\d+ scopes$/).click();
    await row.getByText("See mailboxes").waitFor();
    expect(await row.getByText("See campaigns and their statistics").count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    const base = `/workspaces/${wid}`;
    expect(await statuses(key, `${base}/leads`, `${base}/campaigns`)).toEqual([200, 403]);
    expect(faults).toEqual([]);
    await close();
  });

  it("of the installation open the workspaces that were chosen, and are adopted when they stopped", async () => {
    const api = await world.api(world.operator);
    const Made = z.object({ id: z.int() });
    const other = await api.call("POST", "/workspaces", Made, { name: "Fjellvik", slug: "fjell" });
    const theo = { name: "Theo", email: "theo@northgate.test", password: "amber field seventeen" };
    const { id } = await api.call("POST", "/admin/employees", Made, { ...theo, role: "admin" });
    const his = await world.api(theo);
    await his.call("POST", "/admin/api-keys", anything, { name: "Backup" });
    await his.call("POST", `/workspaces/${other.id}/api-keys`, anything, { name: "Sheet" });
    await api.call("PUT", `/admin/employees/${id}`, anything, { role: "employee" });

    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto("/admin?tab=keys");
    const stopped = page.getByRole("row", { name: "Backup" });
    await stopped.getByText(/^Stopped/).waitFor();
    await stopped.getByRole("button", { name: "Adopt" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Adopt key" }).click();
    await stopped.getByText(/^Adopted by Ines/).waitFor();
    expect(await stopped.getByText(/^Stopped/).count()).toBe(0);
    // One of a workspace goes from the list of those that wait.
    const left = page.getByRole("row", { name: "Sheet" });
    await left.getByText("Fjellvik, employee").waitFor();
    await left.getByRole("button", { name: "Adopt" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Adopt key" }).click();
    await left.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByLabel("Name").fill("Sync");
    await page.getByLabel("Workspaces").first().selectOption("some");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Name a workspace, or leave").waitFor();
    await page.getByLabel("Fjellvik").check();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByRole("dialog").locator("code").textContent();
    await page.getByRole("button", { name: "Done" }).click();
    const row = page.getByRole("row", { name: "Sync" });
    await row.getByText("Fjellvik").waitFor();
    expect(await page.content()).not.toContain(key);
    const open = [`/workspaces/${other.id}/leads`, `/workspaces/${world.wid}/leads`];
    expect(await statuses(key, ...open, "/admin/clients")).toEqual([200, 403, 403]);
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
    await row.waitFor({ state: "detached" });
    expect(await statuses(key, ...open)).toEqual([401, 401]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
