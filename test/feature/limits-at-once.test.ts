import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runImport } from "#modules/mailboxes/imports/run-import.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { MailboxImportId, WorkspaceId } from "#platform/rules/ids.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { manyMailboxes, rowsFrom } from "#test/support/many-mailboxes.ts";
import { ANSWERING } from "#test/support/records.ts";
import { type Services, services } from "#test/support/services.ts";
import { warmupWorld } from "#test/support/warmup-world.ts";

let s: Services;
beforeAll(async () => {
  s = await services();
});
afterAll(() => s.close());
beforeEach(() => {
  s.asked.length = 0;
});

type Answer = { readonly status: number; readonly json: { readonly code?: string } };

/** How many were made, and what the others were told. */
async function atOnce(count: number, act: (n: number) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, n) => act(n)));
  const refused = answers.filter(({ status }) => status !== 201);
  const codes = refused.map(({ status, json }) => `${status} ${json.code}`);
  return {
    made: count - refused.length,
    told: [...new Set(codes)],
  };
}

const linesOf = async (t: Harness, action: string) =>
  (await t.get(`/api/v1/admin/audit?action=${action}&limit=200`)).json.data.length;

/** As many API calls as a test needs. */
const CALLS = { API_LIMIT_PER_MINUTE: "10000" };

describe("a limit holds for requests at the same time", () => {
  it("of 30 connections to one service 20 are made; each is written down, and Calendly is left again", async () => {
    const t = await harness({ egress: s.egress, settings: CALLS });
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/integrations`;
    const add = (provider: string, credentials: object) => (n: number) =>
      t.post(path, { provider, name: `No. ${n}`, credentials });
    const slack = add("slack", {
      webhook_url: "https://hooks.slack.com/services/T0/B0/slack-canary",
    });
    expect(await atOnce(30, slack)).toEqual({ made: 20, told: ["409 limit_reached"] });
    expect(await linesOf(t, "integration.connected")).toBe(20);
    const calendly = add("calendly", { api_token: "calendly-canary" });
    expect(await atOnce(25, calendly)).toEqual({ made: 20, told: ["409 limit_reached"] });
    const asked = s.asked.filter(({ url }) => url.includes("/webhook_subscriptions"));
    const subscribed = asked.filter(({ method }) => method === "POST").length;
    expect(asked.filter(({ method }) => method === "DELETE")).toHaveLength(subscribed - 20);
    const { data } = (await t.get(`${path}?limit=200`)).json;
    const stands = (id: string) =>
      data.filter(
        (one: { provider: string; status: string }) =>
          one.provider === id && one.status !== "disconnected",
      ).length;
    expect([stands("slack"), stands("calendly")]).toEqual([20, 20]);
    // Where all places are taken, one that is there can still get other credentials.
    const [first] = data.filter((one: { provider: string }) => one.provider === "slack").slice(1);
    const again = await t.post(`${path}/${first.id}/connect`, {
      credentials: { webhook_url: "https://hooks.slack.com/services/T0/B0/slack-canary" },
    });
    expect(again.status).toBe(200);
  });

  it("of mailboxes, by the install's limit and by the quota of a workspace", async () => {
    const t = await harness({
      ...ANSWERING,
      settings: { ...CALLS, MAX_MAILBOXES_PER_WORKSPACE: "4" },
    });
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/mailboxes`;
    const add = (n: number) =>
      t.post(path, {
        email: `m${n}@example.com`,
        smtp_host: "smtp.example.com",
        smtp_port: 465,
        smtp_username: "u",
        smtp_password: "p",
      });
    await t.put(`/api/v1/admin/clients/${wid}/quota`, { mailboxes: 2 });
    expect(await atOnce(8, add)).toEqual({ made: 2, told: ["409 quota_reached"] });
    await t.put(`/api/v1/admin/clients/${wid}/quota`, { mailboxes: null });
    expect(await atOnce(8, (n) => add(n + 8))).toEqual({ made: 2, told: ["409 limit_reached"] });
    expect((await t.get(path)).json.pagination.total).toBe(4);
    expect(await linesOf(t, "mailbox.created")).toBe(4);
  });

  it("of mailboxes that two imports bring", async () => {
    const t = await manyMailboxes({}, { settings: { MAX_MAILBOXES_PER_WORKSPACE: "3" } });
    const begun = [await t.send(rowsFrom(1, 2)), await t.send(rowsFrom(3, 4))];
    const ids = begun.map(({ json }) => json.import_id as MailboxImportId);
    const ctx = inWorkspace(t.deps, t.wid as WorkspaceId);
    await Promise.all(ids.map((id) => runImport(ctx, id)));
    await t.drain();
    expect((await t.get(t.path)).json.pagination.total).toBe(3);
    const ends = await Promise.all(ids.map((id) => t.get(`${t.path}/imports/${id}`)));
    expect(ends.map(({ json }) => [json.status, json.stored, json.failed])).toEqual([
      ["completed", 2, 0],
      ["completed", 1, 1],
    ]);
    t.close();
  });

  it("of exchanges of warmup emails", async () => {
    const { t, W, ids } = await warmupWorld();
    const invite = (n: number) =>
      t.post(`${W}/exchange`, { name: `No. ${n}`, quota: 5, mailbox_ids: ids.slice(0, 1) });
    expect(await atOnce(14, invite)).toEqual({ made: 10, told: ["409 limit_reached"] });
  });
});
