import { describe, expect, it } from "vitest";
import type { DiskState } from "#platform/ctx/ports.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";

/** An install on a disk that the test fills. */
async function install() {
  const disk: { now: DiskState } = { now: { state: "ok", freeBytes: 9e9 } };
  const t = await harness({
    settings: { METRICS_TOKEN: "a-token-of-a-scraper", COMPANION_URL: "http://127.0.0.1:9" },
    disk: { look: async () => disk.now },
  });
  const { wid } = await t.signUp();
  const { campaignId } = await seedOutreach(t, wid, { leads: ["bob@acme.example"] });
  const base = `/api/v1/workspaces/${wid}`;
  return {
    t,
    base,
    fill: (state: DiskState["state"]) => (disk.now = { state, freeBytes: 1_000 }),
    metrics: async () =>
      (await t.get("/metrics", { authorization: "Bearer a-token-of-a-scraper" })).text,
    status: async () => (await t.get(`${base}/campaigns/${campaignId}`)).json.sending_status,
    notices: async (): Promise<{ kind: string; severity: string }[]> =>
      (await t.get(`${base}/notifications`)).json.data,
  };
}

describe("a full disk", () => {
  it("is named by health, metrics and the campaign's status, and no longer once there is room", async () => {
    const { t, fill, metrics, status } = await install();
    const health = async () => (await t.get("/health")).json;
    await t.tick();
    expect(await health()).toMatchObject({ status: "ok", checks: { disk: "ok" } });
    fill("full");
    expect(await health()).toMatchObject({ status: "degraded", checks: { disk: "full" } });
    expect(await metrics()).toMatch(
      /outrider_up\{part="disk"\} 0\n[^]*outrider_disk_free_bytes 1000/,
    );
    expect(await status()).toEqual({
      code: "disk_full",
      message:
        "The server disk is full, so nothing can be sent. Sending resumes automatically once there is space.",
      next_send_at: null,
    });
    fill("ok");
    expect(await health()).toMatchObject({ status: "ok" });
    expect(await metrics()).toContain('outrider_up{part="disk"} 1');
    expect((await status()).code).not.toBe("disk_full");
  });

  it("is told as a notice to the operator, once a day, and before it is full", async () => {
    const { t, fill, notices } = await install();
    fill("low");
    await t.tick();
    await t.tick();
    expect(await notices()).toMatchObject([{ kind: "disk_low", severity: "warning" }]);
    fill("full");
    await t.tick();
    expect(await notices()).toMatchObject([
      { kind: "disk_full", severity: "error" },
      { kind: "disk_low" },
    ]);
    t.advance(86_400_000);
    await t.tick();
    expect((await notices()).length).toBe(3);
  });

  it("of somebody else's database is nothing that health tells of", async () => {
    const t = await harness();
    expect((await t.get("/health")).json.checks.disk).toBe("none");
  });
});
