import { describe, expect, it } from "vitest";
import { trackingDomains } from "#modules/links/schema/tracking-domains.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { harness, TEST_SECRETS } from "#test/support/harness.ts";
import { outreach } from "#test/support/inbound-world.ts";
import { statementsOf } from "#test/support/explain.ts";

const HOST = "links.acme.example";
const domain = (t: Awaited<ReturnType<typeof harness>>, wid: number, host = HOST) =>
  t.db.insert(trackingDomains).values({
    workspaceId: wid as WorkspaceId,
    host,
    status: "verified",
    token: "t",
    createdAt: t.clock.now,
    updatedAt: t.clock.now,
  });

describe("a workspace's tracking domain", () => {
  it("serves hits and unsubscribing alone; every other host is served as the install", async () => {
    const t = await harness({ settings: { BASE_URL: "https://mail.ours.example" } });
    const { wid } = await t.signUp();
    // Past the harness's look at the API's document, which knows nothing of foreign hosts.
    const status = async (host: string, path: string) =>
      (await t.app.fetch(new Request(`https://${host}${path}`))).status;
    expect(await status(HOST, "/health")).toBe(200);
    await domain(t, wid);
    t.advance(61_000);
    for (const path of ["/health", "/api/v1/auth/me", "/api/v1/openapi.json", "/", "/dashboard"]) {
      expect(await status(HOST, path)).toBe(404);
      expect(await status(`${HOST}.`, path)).toBe(404);
    }
    const token = hitToken(TEST_SECRETS.TRACKING_SECRET, wid as WorkspaceId, 1 as SendId);
    expect(await status(HOST, `/t/${token}/pixel.png`)).toBe(200);
    expect(await status(HOST, "/unsubscribe/nonsense")).toBe(404);
    for (const host of ["mail.ours.example", "other.example", "127.0.0.1", "localhost"]) {
      expect(await status(host, "/health")).toBe(200);
    }
  });

  it("cannot be the install's own name", async () => {
    const t = await harness({ settings: { BASE_URL: "https://mail.ours.example" } });
    const { wid } = await t.signUp();
    await domain(t, wid, "mail.ours.example");
    expect((await t.get("https://mail.ours.example/health")).status).toBe(200);
  });

  it("costs one look at the database a minute, and none for a pixel", async () => {
    const t = await harness({ settings: { BASE_URL: "https://mail.ours.example" } });
    const { wid } = await t.signUp();
    await domain(t, wid);
    t.advance(61_000);
    if (t.database === "d1") return;
    const seen = await statementsOf(t.client, async () => {
      for (let i = 0; i < 20; i++) await t.get(`https://h${i}.example/api/v1/setup/status`);
    });
    expect(seen.filter((text) => text.includes("tracking_domains"))).toHaveLength(1);
    const token = hitToken(TEST_SECRETS.TRACKING_SECRET, wid as WorkspaceId, 1 as SendId);
    const hit = await statementsOf(t.client, () => t.get(`https://${HOST}/t/${token}/pixel.png`));
    expect(hit.filter((text) => /select/i.test(text) && !/insert/i.test(text))).toEqual([]);
  });

  it("stands in the links of mail once it is verified, whatever host a request names", async () => {
    const bodyHtml = '<p><a href="https://example.com/">x</a></p>';
    const steps = [
      { subject: "Hi", bodyHtml },
      { delay: 2, delayUnit: "days" as const, bodyHtml },
    ];
    const o = await outreach({ steps, leads: ["a@acme.test"] });
    expect(o.mails[0]?.html).toContain('"http://localhost/t/');
    await domain(o.t, o.wid);
    const path = `/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}/preview`;
    const preview = async () =>
      (await o.t.post(path, {}, { host: "evil.example", "x-forwarded-host": "evil.example" })).text;
    expect(await preview()).toContain(`https://${HOST}/unsubscribe/`);
    for (const status of ["pending", "failed"] as const) {
      await o.t.db.update(trackingDomains).set({ status });
      expect(await preview()).toContain("http://localhost/unsubscribe/");
    }
    await o.t.db.update(trackingDomains).set({ status: "verified" });
    o.t.advance(2 * DAY_MS);
    const [mail] = await o.transmit();
    expect(mail?.html).toContain(`"https://${HOST}/t/`);
    expect(mail?.list_unsubscribe?.url).toContain(`https://${HOST}/unsubscribe/`);
  });
});
