import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Costs } from "#modules/operations/contract/costs.ts";
import { seriousFindings } from "./accessible.ts";
import { BUSY_CLIENTS, count, countedMonths } from "./counted.ts";
import { layoutFaults } from "./layout.ts";
import { openOwnWorkspace } from "./world.ts";

let world: Awaited<ReturnType<typeof openOwnWorkspace>>;
beforeAll(async () => {
  // It concerns all workspaces at once.
  world = await openOwnWorkspace();
});
afterAll(() => world?.stop());

const [RUNNING, BEFORE, FIRST] = countedMonths();
const usd = (amount: number, currency = "USD"): string =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount);

describe("what a month costs", () => {
  it("is empty, drawn, listed by client and priced anew, as the API says", async () => {
    const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 3 });
    const api = await world.api(world.operator);
    const costs = (query: string) => api.call("GET", `/admin/costs?${query}`, Costs);
    const big = page.locator(".lede .big");
    const fits = async (what: string): Promise<void> => {
      for (const width of [390, 820, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutFaults(page), `${what} at ${width}`).toEqual([]);
      }
      expect(await seriousFindings(page), what).toEqual([]);
    };

    await page.route(/\/admin\/costs\b/, (route) => route.abort());
    await page.goto("/admin?tab=costs");
    await page.getByText("The costs could not be loaded.").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    faults.splice(0);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No use counted in this month").waitFor();
    await fits("nothing");

    // One machine: its rows are no zeros.
    await count(world.dataDir, world.wid);
    const now = await costs(`month=${RUNNING}`);
    await page.reload();
    await page.getByText("Not counted on one machine", { exact: true }).first().waitFor();
    expect(await page.getByText("Not counted on one machine", { exact: true }).count()).toBe(2);
    expect(await page.getByRole("columnheader", { name: "Rows read" }).count()).toBe(0);
    expect(await big.textContent()).toContain(usd(now.install.cost.total));
    const forecast = now.install.forecast?.cost.total ?? 0;
    await page.getByText(`Forecast for the whole month: ${usd(forecast)}.`).waitFor();
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    const [client] = now.data;
    await row("Halden Supply")
      .getByText(usd(client?.cost.total ?? -1))
      .waitFor();
    await row("Halden Supply")
      .getByRole("cell", { name: "1.3m" })
      .and(page.locator(`[title="${client?.usage.statements.toLocaleString("en")}"]`))
      .waitFor();
    await fits("one machine");

    // As D1 counts, with many clients.
    await page.getByLabel("Month (UTC)").selectOption(BEFORE);
    const past = await costs(`month=${BEFORE}&limit=50`);
    await page.getByText(`${BUSY_CLIENTS} clients`).waitFor();
    expect(page.url()).toContain(`month=${BEFORE}`);
    expect(await big.textContent()).toContain(usd(past.install.cost.total));
    expect(past.install.forecast).toBeNull();
    const bill = page.getByRole("list", { name: "What makes up the bill" }).getByRole("listitem");
    const { cost } = past.install;
    for (const [name, amount] of [
      ["Rows read", cost.rows_read],
      ["Rows written", cost.rows_written],
      ["Queue operations", cost.queue_operations],
      ["Requests", cost.requests],
      ["Storage", cost.storage],
      ["Base fee", cost.base_fee],
    ] as const) {
      expect(await bill.filter({ hasText: name }).locator("b").textContent()).toBe(usd(amount));
    }
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("row", { name: `Total ${cost.total}` }).waitFor();
    await page.getByRole("button", { name: "Show as chart" }).click();
    const names = page.locator("table tbody tr td:first-child");
    expect(await names.count()).toBe(51);
    await page.getByRole("button", { name: "Show more" }).click();
    await names.nth(100).waitFor();
    expect(await names.count()).toBe(101);
    await fits("many clients");
    await page.getByRole("button", { name: "Requests" }).click();
    await page
      .getByRole("columnheader", { name: "Requests" })
      .and(page.locator("[aria-sort=descending]"))
      .waitFor();
    await page.getByRole("button", { name: "Requests" }).click();
    const [least] = (await costs(`month=${BEFORE}&sort=requests&order=asc`)).data;
    await names.first().getByText(`Deleted workspace ${least?.workspace.id}`).waitFor();

    await page.getByLabel("Month (UTC)").selectOption(FIRST);
    await page.getByText("1 client", { exact: true }).waitFor();
    await fits("one client");

    // Nothing is stored before it is saved, and the server's words stand beside the field.
    await page.getByRole("button", { name: "Change prices" }).click();
    const dialog = page.getByRole("dialog");
    const requests = dialog.getByRole("group", { name: "Requests" });
    expect(await requests.getByLabel("Included in a month").inputValue()).toBe("10000000");
    await requests.getByLabel("Included in a month").fill("1000");
    await requests.getByLabel("Price per further million").fill("-1");
    await fits("the prices");
    await dialog.getByRole("button", { name: "Save prices" }).click();
    await requests.locator(".err").waitFor();
    expect((await costs("")).prices.requests?.included).toBe(10_000_000);
    await requests.getByLabel("Price per further million").fill("100");
    await dialog.getByLabel("Currency").fill("eur");
    await dialog
      .getByRole("group", { name: "Storage" })
      .getByLabel("Price per further GB")
      .fill("");
    await dialog.getByRole("button", { name: "Save prices" }).click();
    await dialog.waitFor({ state: "detached" });
    const dearer = await costs(`month=${FIRST}`);
    expect(dearer.prices).toMatchObject({ currency: "EUR", storage: null });
    expect(dearer.install.cost.total).toBeGreaterThan(10);
    await big.getByText(usd(dearer.install.cost.total, "EUR")).waitFor();
    await page.getByText("Your own prices of").waitFor();

    await page.getByRole("button", { name: "Change prices" }).click();
    await dialog.getByRole("button", { name: "Use list prices" }).click();
    await dialog.getByRole("button", { name: "Save prices" }).click();
    await page.getByText("List prices of Cloudflare of").waitFor();
    await big.getByText(usd((await costs(`month=${FIRST}`)).install.cost.total)).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
