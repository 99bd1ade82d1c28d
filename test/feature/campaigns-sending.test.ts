import { afterEach, describe, expect, it } from "vitest";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const open: Harness[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

describe("why a workspace sends", () => {
  it("200: tells each active campaign's status and the earliest next mail, and no draft's", async () => {
    const t = await harness();
    open.push(t);
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/campaigns`;
    expect((await t.get(`${path}/sending`)).json).toEqual({ next_send_at: null, campaigns: [] });
    const { campaignId } = await seedOutreach(t, wid, {
      leads: ["ann@x.test"],
      steps: [{ subject: "one", bodyHtml: "1" }],
    });
    await t.post(path, { name: "A draft" });
    const { sending_status, name } = (await t.get(`${path}/${campaignId}`)).json;
    const told = (await t.get(`${path}/sending`)).json;
    expect(told.campaigns).toMatchObject([{ id: campaignId, name, sending_status }]);
    expect(told.next_send_at).toBe(sending_status.next_send_at);
    await t.post(`${path}/${campaignId}/pause`);
    expect((await t.get(`${path}/sending`)).json.campaigns).toEqual([]);
  });
});
