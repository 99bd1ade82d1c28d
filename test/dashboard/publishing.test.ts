import { z } from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousFindings } from "./accessible.ts";
import { furnish, type Places } from "./furnish.ts";
import { anything, openWorkspace, type Workspace } from "./world.ts";

/* A campaign that runs: what is written waits until it is published, and a client may be asked first. */

const Steps = z.object({ steps: z.array(z.object({ id: z.int(), subject: z.string() })) });
const Hours = z.object({ schedule: z.object({ windows: z.array(z.unknown()) }) });

let world: Workspace;
let places: Places;
beforeAll(async () => {
  world = await openWorkspace();
  places = await furnish(world);
});
afterAll(() => world?.stop());

describe("a campaign that runs", () => {
  it("keeps what is written as a draft, shows what changes for whom, publishes it and brings it back", async () => {
    const { wid, campaignId } = places;
    const api = await world.api(world.operator);
    const path = `/workspaces/${wid}/campaigns/${campaignId}`;
    const published = async () =>
      (await api.call("GET", path, Steps)).steps.map(({ subject }) => subject);
    const before = await published();
    const { page, faults, close } = await world.visit({ signedIn: world.operator, minutes: 2 });
    await page.goto(`/w/${wid}/campaigns/${campaignId}`);
    await page.getByText("No unpublished changes").waitFor();
    await page.getByLabel("Subject").fill("A new subject");
    await page.getByText("1 change", { exact: true }).waitFor();
    await page.getByText(/^Draft saved/).waitFor();
    await page.getByRole("button", { name: "Add a step", exact: true }).click();
    await page.getByText("2 changes", { exact: true }).waitFor();
    await page.frameLocator("iframe").getByText(/^Hi /).waitFor();
    // It is there after a reload, and nobody gets it.
    await page.reload();
    await page.getByText("2 changes", { exact: true }).waitFor();
    expect(await published()).toEqual(before);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Review 2 changes" });
    await review.getByText("Step 1 changes").waitFor();
    await review.getByText("A new subject").waitFor();
    await review.getByText(before[0] ?? "", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await review.getByRole("button", { name: /^Publish to \d+ leads?$/ }).click();
    await page.getByText("No unpublished changes").waitFor();
    expect(await published()).toEqual(["A new subject", ...before.slice(1), ""]);
    await page.getByLabel("Subject").fill("Not this one");
    await page.getByText("1 change", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByText("No unpublished changes").waitFor();
    await expect.poll(() => page.getByLabel("Subject").inputValue()).toBe("A new subject");
    await page.getByRole("button", { name: "History" }).click();
    const history = page.getByRole("dialog", { name: "Published versions" });
    await history
      .getByText(/^Published by /)
      .first()
      .waitFor();
    await history
      .getByRole("button", { name: /^Bring back version/ })
      .last()
      .click();
    await page.getByText(/From version \d/).waitFor();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByText("is removed").waitFor();
    await page.getByRole("button", { name: /^Publish to/ }).click();
    await page.getByText("No unpublished changes").waitFor();
    expect(await published()).toEqual(before);

    const hours = async () => JSON.stringify((await api.call("GET", path, Hours)).schedule.windows);
    const old = await hours();
    await page.getByRole("link", { name: "Schedule" }).click();
    await page.getByRole("gridcell", { name: "Saturday 10:00" }).click();
    await page.getByRole("button", { name: "Save to draft" }).first().click();
    await page.getByText("1 change", { exact: true }).waitFor();
    expect(await hours()).toBe(old);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("dialog").getByText("Schedule").first().waitFor();
    await page.getByRole("button", { name: /^Publish to/ }).click();
    await page.getByText("No unpublished changes").waitFor();
    expect(await hours()).not.toBe(old);
    expect(faults).toEqual([]);
    await close();
  });

  it("asks a client by a link, who reads the emails without an account and decides", async () => {
    const { wid, campaignId } = places;
    const api = await world.api(world.operator);
    const path = `/workspaces/${wid}/campaigns/${campaignId}`;
    await api.call("PUT", `/workspaces/${wid}/settings`, anything, {
      sending: { ask_for_approval: true },
    });
    const [step] = (await api.call("GET", path, Steps)).steps;
    const draft = { steps: [{ id: step?.id, subject: "For your eyes" }] };
    await api.call("PUT", `${path}/draft`, anything, draft);
    const { page, faults, close } = await world.visit({ signedIn: world.operator });
    await page.goto(`/w/${wid}/campaigns/${campaignId}`);
    await page.getByText("These emails need approval before they are sent.").waitFor();
    await page.getByRole("button", { name: "Ask for approval" }).click();
    await page.getByLabel("Note").fill("The first subject is new.");
    await page.getByRole("button", { name: "Make link" }).click();
    const link = (await page.getByRole("dialog").locator("code").innerText()).trim();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("Waiting for approval.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const client = await world.visit({ look: "phone" });
    const { pathname, hash } = new URL(link);
    await client.page.goto(`${pathname}${hash}`);
    await client.page.getByText("For your eyes").first().waitFor();
    await client.page.getByText("The first subject is new.").waitFor();
    await client.page.getByRole("button", { name: "Ask for changes" }).click();
    await client.page.getByText("Say what should change.").waitFor();
    await client.page.getByLabel("Your name").fill("Maria of Acme");
    expect(await seriousFindings(client.page)).toEqual([]);
    await client.page.getByRole("button", { name: "Approve", exact: true }).click();
    await client.page.getByText("Approved. Thank you.").waitFor();
    expect(client.faults).toEqual([]);
    await client.close();

    await page.reload();
    await page.getByText("These emails are approved.").waitFor();
    await page.getByText(/Approved by Maria of Acme by link/).waitFor();
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("button", { name: /^Publish to/ }).click();
    await page.getByText("No unpublished changes").waitFor();
    expect((await api.call("GET", path, Steps)).steps[0]?.subject).toBe("For your eyes");
    expect(faults).toEqual([]);
    await close();
  });
});
