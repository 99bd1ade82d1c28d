import { inWorkspace } from "#platform/ctx/ctx.ts";
import { describe, expect, it } from "vitest";
import { auditLog } from "#modules/accounts/schema/access.ts";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import { hits } from "#modules/events/schema/events.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { openAiKey, openSlackUrl } from "#modules/accounts/settings/secrets.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import {
  CLIENT_ADDRESS,
  harness,
  type HarnessOptions,
  TEST_SECRETS,
} from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { MAILBOX_BODY } from "#test/support/records.ts";
import { seedSent } from "#test/support/sent.ts";
import { LOGO } from "#test/support/white-label.ts";

/** A picture in name alone. */
const SCRIPT = `data:image/svg+xml;base64,${btoa("<svg onload='alert(1)'/>")}`;

async function setUp(options: HarnessOptions = {}) {
  const t = await harness(options);
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}`;
  const path = `${base}/settings`;
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const set = async (body: object) => {
    const answer = await t.put(path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json;
  };
  return { t, wid, base, path, ctx, set };
}

const WINDOWS = [{ days: [6, 7], start: "10:00", end: "12:00" }];

describe("workspace settings", () => {
  it("200: a new workspace has the defaults, and they may be put back as they are", async () => {
    const { t, wid, path } = await setUp();
    const { status, json } = await t.get(path);
    expect(status).toBe(200);
    expect(json).toEqual({
      workspace_id: wid,
      general: {
        name: "Ann Operator's workspace",
        timezone: "UTC",
        logo_url: null,
        from_company: null,
        postal_address: null,
      },
      sending: {
        default_daily_limit: 30,
        default_schedule: {
          timezone: "UTC",
          windows: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
          start_date: null,
          end_date: null,
          use_lead_timezone: false,
          holidays: [],
        },
        min_gap_seconds: 600,
        strict_start: false,
        ask_for_approval: false,
        cross_campaign_dedupe: true,
        max_per_domain_per_day: 0,
        ooo_fallback_days: 7,
      },
      tracking: {
        filter_bots: true,
        keep_ip: false,
        domain: null,
        status: null,
        cname_target: "localhost",
        ssl: null,
      },
      compliance: {
        unsubscribe_text: null,
        unsubscribe_page_text: null,
        add_unsubscribe_footer: true,
        suppress_on_unsubscribe: true,
        retention_days: null,
      },
      guardrails: {
        bounce: { threshold_pct: 5, min_sample: 20, window_days: 7 },
        complaint: { threshold_pct: 0.1 },
        block: { at_least: 5, min_domains: 3, share_pct: 20, window_hours: 6 },
      },
      pacing: {
        enabled: true,
        start_per_day: 20,
        growth_pct: 20,
        throttle_junk_pct: 20,
        pause_junk_pct: 40,
        min_junk_sample: 8,
      },
      ai: {
        provider: null,
        base_url: null,
        model: null,
        voice_profile: null,
        read_replies: false,
        has_api_key: false,
      },
      mcp: { send_tools: true },
      inbox: { reply_within_hours: null, assignment_rules: [] },
      report: { enabled: false, show_campaign_names: true },
      validation: { avatar: true },
      notifications: { email: null, email_enabled: true, has_slack: false },
      updated_at: null,
    });
    expect((await t.put(path, json)).json).toEqual(json);
    expect(await t.db.select().from(workspaceSettings)).toEqual([]);
  });

  it("200: fields left out keep their value, null brings a default back, and each change is audited", async () => {
    const { t, path, set } = await setUp();
    await set({
      general: { name: "Halden", timezone: "Europe/Berlin", from_company: "Halden GmbH" },
      sending: { default_schedule: { windows: WINDOWS }, ooo_fallback_days: 3 },
    });
    const changed = await set({
      sending: { ooo_fallback_days: 4 },
      general: { from_company: null },
    });
    expect(changed.general).toMatchObject({ name: "Halden", from_company: null });
    expect(changed.sending).toMatchObject({
      ooo_fallback_days: 4,
      default_schedule: { timezone: "Europe/Berlin", windows: WINDOWS },
    });
    expect((await t.get(path.replace("/settings", ""))).json.name).toBe("Halden");
    // The schedule follows the workspace's zone as long as it names none itself.
    await set((await t.get(path)).json);
    const moved = await set({ general: { timezone: "Asia/Tokyo" } });
    expect(moved.sending.default_schedule.timezone).toBe("Asia/Tokyo");
    const lines = (await t.db.select().from(auditLog)).filter(
      (l) => l.action === "settings.changed",
    );
    expect(lines.map((line) => line.details)).toEqual([
      {
        fields: [
          "general.name",
          "general.timezone",
          "general.from_company",
          "sending.default_schedule.windows",
          "sending.ooo_fallback_days",
        ],
      },
      { fields: ["general.from_company", "sending.ooo_fallback_days"] },
      { fields: ["general.timezone"] },
    ]);
  });

  it("two changes at a time both stay", async () => {
    const { t, path, set } = await setUp();
    await Promise.all([
      set({ sending: { strict_start: true } }),
      set({ sending: { min_gap_seconds: 5 } }),
      set({ validation: { avatar: false } }),
    ]);
    expect((await t.get(path)).json).toMatchObject({
      sending: { strict_start: true, min_gap_seconds: 5 },
      validation: { avatar: false },
    });
  });

  it("200: a logo is a small picture, which the report shows, or an address", async () => {
    const { t, path, wid, set } = await setUp();
    await set({ general: { logo_url: "https://halden.example/logo.png" } });
    await set({ general: { logo_url: LOGO }, report: { enabled: true } });
    expect((await t.get(path)).json.general.logo_url).toBe(LOGO);
    const { slug } = (await t.get(`/api/v1/workspaces/${wid}`)).json;
    const report = await t.get(`/api/v1/report/${slug}/stats`);
    expect(report.json.workspace.logo).toBe(LOGO);
    await set({ general: { logo_url: null } });
    expect((await t.get(path)).json.general.logo_url).toBeNull();
  });

  it("422: a wrong value, an unknown or read-only field is named", async () => {
    const { t, path, wid } = await setUp({ settings: { ALLOW_PRIVATE_NETWORKS: "false" } });
    const cases: [object, string, string][] = [
      [{ general: { timezone: "Mars/Base" } }, "general.timezone", "unknown_timezone"],
      [{ general: { name: "  " } }, "general.name", "too_small"],
      [{ general: { name: "a\r\nBcc: x" } }, "general.name", "invalid_format"],
      [{ general: { logo_url: "javascript:alert(1)" } }, "general.logo_url", "invalid_format"],
      [{ general: { logo_url: SCRIPT } }, "general.logo_url", "not_a_picture"],
      [{ general: { logo_url: LOGO + "A".repeat(65_536) } }, "general.logo_url", "too_big"],
      [{ sending: { default_daily_limit: -1 } }, "sending.default_daily_limit", "too_small"],
      [{ sending: { strict_start: "yes" } }, "sending.strict_start", "invalid_type"],
      [{ sending: { default_limit: 3 } }, "sending.default_limit", "unknown_field"],
      [
        { sending: { default_schedule: { timezone: "UTC", windows: [] } } },
        "sending.default_schedule.windows",
        "too_small",
      ],
      [{ compliance: { retention_days: 1 } }, "compliance.retention_days", "too_small"],
      [
        { guardrails: { bounce: { threshold_pct: 101 } } },
        "guardrails.bounce.threshold_pct",
        "too_big",
      ],
      [{ ai: { provider: "oracle" } }, "ai.provider", "invalid_value"],
      [{ ai: { base_url: "https://127.0.0.1/v1" } }, "ai.base_url", "not_public"],
      [{ ai: { base_url: "http://ai.example.com" } }, "ai.base_url", "https_required"],
      [{ notifications: { email: "ann" } }, "notifications.email", "invalid_format"],
      [{ notifications: { slack: "https://10.0.0.1/x" } }, "notifications.slack", "not_public"],
      [{ tracking: { domain: "t.example.com" } }, "tracking.domain", "read_only_field"],
      [{ workspace_id: wid + 1 }, "workspace_id", "read_only_field"],
    ];
    for (const [body, field, code] of cases) {
      const answer = await t.put(path, body);
      expect([field, answer.status, answer.json.errors[0]]).toEqual([
        field,
        422,
        expect.objectContaining({ path: field, code }),
      ]);
    }
    expect(await t.db.select().from(workspaceSettings)).toEqual([]);
  });

  it("secrets are sealed and never shown, and a key belongs to the address that it was given for", async () => {
    const { t, path, ctx, set } = await setUp();
    const key = "sk-canary-of-the-settings";
    const slack = "https://hooks.slack.example/services/T0/B0/canary-of-slack";
    await set({ ai: { provider: "openai", api_key: key }, notifications: { slack } });
    const shown = await t.get(path);
    expect(shown.json.ai.has_api_key).toBe(true);
    expect(shown.json.notifications.has_slack).toBe(true);
    expect((await t.put(path, shown.json)).json).toEqual(shown.json);
    const settings = await readSettings(ctx);
    expect([await openAiKey(ctx, settings), await openSlackUrl(ctx, settings)]).toEqual([
      key,
      slack,
    ]);
    const everywhere = [
      shown.text,
      JSON.stringify(t.lines),
      JSON.stringify(await t.db.select().from(workspaceSettings)),
      JSON.stringify(await t.db.select().from(auditLog)),
    ].join();
    expect(everywhere).not.toMatch(/canary/);

    const moved = await set({ ai: { base_url: "https://elsewhere.example/v1" } });
    expect(moved.ai).toMatchObject({
      base_url: "https://elsewhere.example/v1",
      has_api_key: false,
    });
    const again = await set({ ai: { base_url: null, api_key: key } });
    expect(again.ai).toMatchObject({ base_url: null, has_api_key: true });
    expect((await set({ ai: { api_key: null } })).ai.has_api_key).toBe(false);
  });

  it("403: a client and another workspace's people neither read nor change them", async () => {
    const { t, path } = await setUp();
    await t.signUp("Bob", "bob@example.com");
    expect((await t.get(path)).json.code).toBe("workspace_forbidden");
    const bob = await t.get("/api/v1/workspaces");
    await t.client.execute(`UPDATE users SET role = 'client' WHERE email = 'bob@example.com'`);
    const own = `/api/v1/workspaces/${bob.json.data[0].id}/settings`;
    for (const answer of [await t.get(own), await t.put(own, {})]) {
      expect([answer.status, answer.json.code]).toEqual([403, "forbidden"]);
    }
  });

  it("REPORTS_DEFAULT says whether reports are public until the workspace says so itself", async () => {
    const { t, path, set } = await setUp({ settings: { REPORTS_DEFAULT: "off" } });
    expect((await t.get(path)).json.report.enabled).toBe(false);
    expect((await set({ report: { enabled: true } })).report.enabled).toBe(true);
  });

  it("reports are off unless REPORTS_DEFAULT or the workspace says otherwise; workspaces from before keep theirs on", async () => {
    const enabled = async (settings: Record<string, string>, isOld = false) => {
      const { t, path } = await setUp({ settings });
      if (isOld) {
        // What the migration writes for every workspace that it finds.
        await t.client.execute(
          `INSERT INTO workspace_settings (workspace_id, value, updated_at)
           SELECT id, '{"reports_before":true}', 0 FROM workspaces WHERE 1
           ON CONFLICT DO UPDATE SET value = json_set(value, '$.reports_before', json('true'))`,
        );
      }
      return (await t.get(path)).json.report.enabled;
    };
    expect(await enabled({})).toBe(false);
    expect(await enabled({}, true)).toBe(true);
    expect(await enabled({ REPORTS_DEFAULT: "off" }, true)).toBe(false);
    expect(await enabled({ REPORTS_DEFAULT: "on" })).toBe(true);
  });
});

describe("what settings do", () => {
  it("new mailboxes and campaigns begin with them, and may differ", async () => {
    const { t, base, set } = await setUp();
    await set({
      general: { timezone: "Asia/Tokyo" },
      sending: {
        default_daily_limit: 12,
        min_gap_seconds: 90,
        default_schedule: { windows: WINDOWS },
        cross_campaign_dedupe: false,
        max_per_domain_per_day: 3,
        ooo_fallback_days: 5,
      },
      guardrails: {
        bounce: { threshold_pct: 2, min_sample: 50, window_days: 28 },
        complaint: { threshold_pct: 0.3 },
      },
      compliance: { add_unsubscribe_footer: false },
    });
    expect((await t.post(`${base}/mailboxes`, MAILBOX_BODY)).json).toMatchObject({
      daily_limit: 12,
      min_gap_seconds: 90,
    });
    const other = { ...MAILBOX_BODY, email: "b@example.com", daily_limit: 40 };
    expect((await t.post(`${base}/mailboxes`, other)).json.daily_limit).toBe(40);
    const campaign = await t.post(`${base}/campaigns`, { name: "Spring" });
    expect(campaign.json).toMatchObject({
      schedule: { timezone: "Asia/Tokyo", windows: WINDOWS },
      exclude_other_active_campaigns: false,
      max_per_domain_per_day: 3,
      ooo_hold: { enabled: true, fallback_days: 5, business_days_after_return: 1 },
      bounce_threshold_pct: 2,
      bounce_min_sample: 50,
      bounce_window_days: 28,
      complaint_threshold_pct: 0.3,
      unsubscribe_footer: false,
    });
    const own = await t.post(`${base}/campaigns`, { name: "Own", max_per_domain_per_day: 9 });
    expect(own.json.max_per_domain_per_day).toBe(9);
  });

  it("mails carry the footer's words, the company and its postal address, escaped", async () => {
    const play = await companionPlay();
    const { t, wid } = play;
    await t.put(`/api/v1/workspaces/${wid}/settings`, {
      general: { from_company: "Halden & Söhne", postal_address: "Am Hafen 1\n20457 Hamburg" },
      compliance: { unsubscribe_text: "Not for you? [Leave] <b>the</b> list" },
    });
    await seedOutreach(t, wid, { leads: ["ann@acme.test"] });
    const [mail] = await play.run();
    expect(mail?.html).toMatch(
      /Not for you\? <a href="[^"]+\/unsubscribe\/[^"]+">Leave<\/a> &lt;b&gt;the&lt;\/b&gt; list<br>Halden &amp; Söhne<br>Am Hafen 1<br>20457 Hamburg<\/p>/,
    );
    expect(mail?.text).toMatch(
      /Not for you\? Leave <b>the<\/b> list: http\S+\nHalden & Söhne\nAm Hafen 1\n20457 Hamburg\n$/,
    );
  });

  it("the unsubscribe page speaks the workspace's words, and no suppression is kept where it wants none", async () => {
    const { t, wid, set } = await setUp();
    await set({
      general: { from_company: "Halden GmbH", postal_address: "Am Hafen 1" },
      compliance: { unsubscribe_page_text: "Sure? <i>", suppress_on_unsubscribe: false },
    });
    const { sendIds } = await seedSent(t, wid);
    const [sendId] = sendIds;
    if (sendId === undefined) throw new Error("nothing was sent");
    const token = unsubscribeToken(TEST_SECRETS.TRACKING_SECRET, wid as WorkspaceId, sendId);
    const page = await t.get(`/unsubscribe/${token}`);
    expect(page.text).toContain("Sure? &lt;i&gt;");
    expect(page.text).toContain("Halden GmbH, Am Hafen 1");
    expect((await t.post(`/unsubscribe/${token}`)).text).toContain(
      "Halden GmbH will not send you any more",
    );
    const [lead] = await t.db.select().from(leads);
    expect(lead?.unsubscribedAt).toBe(t.clock.now);
    expect(await t.db.select().from(suppressions)).toEqual([]);
  });

  it("an address stays with a hit only where the workspace keeps addresses, and goes when its lead is erased", async () => {
    const { t, wid, base, set } = await setUp();
    const { sendIds, leadIds } = await seedSent(t, wid);
    const [sendId] = sendIds;
    if (sendId === undefined) throw new Error("nothing was sent");
    const token = hitToken(TEST_SECRETS.TRACKING_SECRET, wid as WorkspaceId, sendId);
    const open = async () => {
      await t.get(`/t/${token}/pixel.png`, { [CLIENT_ADDRESS]: "203.0.113.77" });
      await t.drain();
    };
    const kept = async () => (await t.db.select().from(hits)).map((hit) => hit.signals.address);
    await open();
    await set({ tracking: { keep_ip: true } });
    await open();
    await set({ tracking: { keep_ip: false } });
    await open();
    expect(await kept()).toEqual([undefined, "203.0.113.77", undefined]);
    expect((await t.delete(`${base}/leads/${leadIds[0]}?erase=true`)).status).toBeLessThan(300);
    expect(await kept()).toEqual([undefined, undefined, undefined]);
  });
});
