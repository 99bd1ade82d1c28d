import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readZone } from "#test/support/zone-reader.ts";
import { seriousFindings } from "./accessible.ts";
import { layoutFaults } from "./layout.ts";
import { downloaded } from "./visitor.ts";
import { anything, openOwnWorkspace, type Workspace } from "./world.ts";

const Made = z.object({ id: z.int() });

let world: Workspace;
beforeAll(async () => {
  // It concerns all workspaces at once.
  world = await openOwnWorkspace();
});
afterAll(() => world?.stop());

/** Mailboxes of two workspaces, at domains in several states. */
async function addMailboxes(): Promise<void> {
  const api = await world.api(world.operator);
  const second = await api.call("POST", "/workspaces", Made, { name: "Osterkamp", slug: "oster" });
  for (const [wid, email] of [
    [world.wid, "mara@halden-post.test"],
    [second.id, "olga@osterkamp-foods.test"],
    [second.id, "sales@osterkamp-foods.test"],
  ] as const) {
    await api.call("POST", `/workspaces/${wid}/mailboxes`, anything, {
      ...world.mail.access,
      email,
      smtp_username: email,
      smtp_password: "none",
      imap_username: email,
      imap_password: "none",
    });
  }
}

describe("the domains of all workspaces", () => {
  it("are checked, shown with what to set, exported, and given tracking domains by a rule", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 3 });
    await page.goto("/admin?tab=domains");
    await page.getByRole("heading", { name: "No sending domains yet" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await addMailboxes();
    await page.route(/\/admin\/domains\?/, (route) => route.abort());
    await page.reload();
    await page.getByText("The domains could not be loaded.").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    faults.splice(0);
    await page.getByRole("button", { name: "Try again" }).click();

    const row = (domain: string) => page.getByRole("row").filter({ hasText: domain });
    await row("osterkamp-foods.test").waitFor();
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByText("2 domains checked").waitFor();
    await row("halden-post.test").getByText("OK").filter({ visible: true }).nth(3).waitFor();
    await row("osterkamp-foods.test").getByText("Wrong").filter({ visible: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByLabel("Show").selectOption("spf");
    await row("halden-post.test").waitFor({ state: "detached" });
    const file = async (name: string) =>
      (await downloaded(page.getByRole("link", { name }).first())).content;
    expect((await file("CSV")).match(/osterkamp-foods/g)?.length).toBeGreaterThan(3);
    const zone = readZone(await file("Zone file"));
    expect(zone).toContainEqual({
      host: "_dmarc.osterkamp-foods.test",
      type: "TXT",
      values: ["v=DMARC1; p=none"],
    });
    expect(zone.some(({ host }) => host.includes("halden-post"))).toBe(false);

    await page.getByRole("button", { name: "osterkamp-foods.test" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("There are 2 SPF records").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy the value of SPF" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "v=spf1 include:_spf.gone.test a mx -all",
    );
    await dialog.getByRole("button", { name: "Check again" }).click();
    await dialog.getByText("Checked now.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "Assign tracking domains" }).click();
    await dialog.getByLabel("Rule").fill("nonsense");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("Write it as go.{domain}.").waitFor();
    await dialog.getByLabel("Rule").fill("go.{domain}");
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByText("New, points to Instantly").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Assign 2 domains" }).click();
    await dialog.waitFor({ state: "detached" });
    await row("osterkamp-foods.test")
      .getByText("go.osterkamp-foods.test")
      .filter({ visible: true })
      .waitFor();
    // Each is checked by itself, which shows whose name it still is.
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByText("4 domains checked").waitFor();
    await row("osterkamp-foods.test")
      .getByText("Points to Instantly")
      .filter({ visible: true })
      .waitFor();
    for (const width of [390, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await layoutFaults(page), String(width)).toEqual([]);
    }
    expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
    await close();
  });
});
