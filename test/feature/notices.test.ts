import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { notifications } from "#modules/events/schema/notices.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { pauseCampaign } from "#modules/campaigns/status/pause-campaign.ts";
import {
  noteMailboxFailure,
  pauseMailbox,
} from "#modules/mailboxes/connections/note-sending-failure.ts";
import { stoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import { runBatch } from "#platform/db/db.ts";
import { emitEvents } from "#test/support/emit-events.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { harness, type HarnessOptions } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";

const SYSTEM_MAIL_URL = "smtp://notices%40ours.test:system-canary@mail.ours.test:2525";

async function setUp(options: HarnessOptions = {}) {
  const mails: OutgoingMail[] = [];
  const posts: { url: string; body: string }[] = [];
  const state = { away: false, slack: 200 };
  const t = await harness({
    settings: { SYSTEM_MAIL_URL },
    mail: {
      transmit: async (taken) => {
        if (state.away) throw new Error("the companion is away");
        mails.push(...taken);
      },
    },
    egress: {
      post: async ({ url, body }) => {
        posts.push({ url, body });
        return { ok: true, reply: { status: state.slack, body: "ok", retryAfter: null } };
      },
    },
    ...options,
  });
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}`;
  const ctx = inWorkspace(t.deps, wid as WorkspaceId);
  const seeded = await seedOutreach(t, wid, { leads: [] });
  const [mailboxId] = seeded.mailboxIds;
  if (mailboxId === undefined) throw new Error("no mailbox");
  const list = async (query = "") => (await t.get(`${base}/notifications${query}`)).json;
  const round = async (): Promise<OutgoingMail[]> => {
    await t.tick();
    await t.drain();
    return mails.splice(0);
  };
  const fail = (message = "The server refused the password.") =>
    noteMailboxFailure(ctx, mailboxId, { kind: "sending", message });
  const revive = () => t.db.update(mailboxes).set({ status: "active" });
  return { t, wid, base, ctx, ...seeded, mailboxId, list, round, fail, revive, state, posts };
}

describe("notices", () => {
  it("200: are listed newest first with what to do, read one by one or all at once", async () => {
    const { t, base, list, fail, revive, mailboxId, ctx, campaignId } = await setUp();
    expect(await list()).toMatchObject({ data: [], unread: 0 });
    await fail();
    t.advance(SECOND_MS);
    await revive();
    await pauseMailbox(ctx, mailboxId, "Paused: 2 recipients marked its mail as spam.");
    t.advance(SECOND_MS);
    await pauseCampaign(ctx, campaignId, {
      reason: "bounce_rate",
      triggeredBy: "system",
      bounceRate: 0.15,
      sample: 20,
    });
    const { data, unread, pagination } = await list();
    expect([unread, pagination.total]).toEqual([3, 3]);
    expect(data).toEqual([
      {
        id: expect.any(Number),
        kind: "campaign_paused",
        severity: "error",
        title: "Campaign Spring was paused",
        message: expect.stringMatching(
          /^15\.0% of its last 20 emails bounced\. Validate its leads/,
        ),
        target: { kind: "campaign", id: campaignId },
        is_read: false,
        read_at: null,
        created_at: "2026-11-18T12:00:02.000Z",
      },
      expect.objectContaining({
        kind: "mailbox_paused",
        title: "Mailbox sender1@ours.test was paused",
        target: { kind: "mailbox", id: mailboxId },
      }),
      expect.objectContaining({
        kind: "mailbox_failed",
        title: "Mailbox sender1@ours.test stopped",
        message:
          "The server refused the password. Its leads wait. Fix the connection and test the mailbox to resume sending.",
      }),
    ]);
    const first = await list("?limit=2");
    const second = await list(`?limit=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(data);
    expect((await list("?unread=true&limit=1&page=2")).data).toEqual([data[1]]);

    const read = await t.post(`${base}/notifications/read`, { ids: [data[0].id, 999_999] });
    expect([read.status, read.json]).toEqual([200, { unread: 2 }]);
    expect((await list("?unread=true")).data.map((n: { id: number }) => n.id)).toEqual([
      data[1].id,
      data[2].id,
    ]);
    expect((await list()).data[0]).toMatchObject({
      is_read: true,
      read_at: "2026-11-18T12:00:02.000Z",
    });
    expect((await t.post(`${base}/notifications/read`)).json).toEqual({ unread: 0 });
    const wrong = await t.post(`${base}/notifications/read`, { ids: ["1"] });
    expect([wrong.status, wrong.json.errors[0].path]).toEqual([422, "ids.0"]);
  });

  it("a cause is told once, whoever finds it and however often", async () => {
    const { t, list, fail, ctx, campaignId, mailboxId } = await setUp();
    await Promise.all([fail(), fail(), fail()]);
    await fail("Again.");
    expect((await list()).data).toHaveLength(1);
    const pause = () =>
      pauseCampaign(ctx, campaignId, { reason: "provider_block", triggeredBy: "system" });
    await Promise.all([pause(), pause(), pause()]);
    expect((await list()).data).toHaveLength(2);
    await pauseMailbox(ctx, mailboxId, "Not active any more, so nothing stops.");
    expect((await list()).data).toHaveLength(2);
    const [row] = await t.db.select().from(mailboxes);
    expect(row?.status).toBe("sending_error");
  });

  it("a pause by a person is no news; the third failed log-in is, the first two are not", async () => {
    const { t, base, list, ctx, campaignId, mailboxId } = await setUp();
    await t.post(`${base}/campaigns/${campaignId}/pause`);
    const refused = { kind: "auth", message: "535 refused" } as const;
    await noteMailboxFailure(ctx, mailboxId, refused);
    await noteMailboxFailure(ctx, mailboxId, refused);
    expect((await list()).data).toEqual([]);
    await noteMailboxFailure(ctx, mailboxId, refused);
    await noteMailboxFailure(ctx, mailboxId, refused);
    expect((await list()).data).toEqual([expect.objectContaining({ kind: "mailbox_failed" })]);
  });

  it("the tenth failure of a webhook in a row is told with its host alone", async () => {
    const { t, wid, base, list, state, posts } = await setUp();
    state.slack = 500;
    const made = await t.post(`${base}/webhooks`, {
      url: "http://127.0.0.1:9/secret-path-canary",
      secret: "s".repeat(20),
      events: ["campaign.started"],
    });
    await emitEvents(t, wid);
    for (let i = 0; i < 40 && (await list()).data.length === 0; i++) {
      await t.tick();
      await t.drain();
      t.advance(DAY_MS / 2);
    }
    expect(posts.length).toBe(10);
    const { data } = await list();
    expect(data).toEqual([
      expect.objectContaining({
        kind: "webhook_disabled",
        title: "Webhook to 127.0.0.1 was turned off",
        target: { kind: "webhook", id: made.json.id },
      }),
    ]);
    expect(JSON.stringify(data)).not.toMatch(/canary/);
  });

  it("mails the operators at once, then collects what happens within ten minutes", async () => {
    const { t, fail, revive, round } = await setUp();
    await fail();
    const first = await round();
    expect(first).toHaveLength(1);
    expect(first[0]).toMatchObject({
      from: { address: "notices@ours.test" },
      to: [{ address: "ann@example.com" }],
      subject: "Mailbox sender1@ours.test stopped (Ann Operator's workspace)",
    });
    expect(first[0]?.text).toContain("The server refused the password. Its leads wait.");
    expect(first[0]?.text).not.toMatch(/canary/);
    for (let i = 0; i < 3; i++) {
      t.advance(MINUTE_MS);
      await revive();
      await fail(`Failure ${i}.`);
      expect(await round()).toEqual([]);
    }
    t.advance(7 * MINUTE_MS);
    const digest = await round();
    expect(digest).toHaveLength(1);
    expect(digest[0]?.subject).toBe("3 notifications from Ann Operator's workspace");
    for (let i = 0; i < 3; i++) expect(digest[0]?.text).toContain(`Failure ${i}.`);
    t.advance(DAY_MS);
    expect(await round()).toEqual([]);
  });

  it("a mail that could not be handed over goes again under the same name, six times at most", async () => {
    const { t, fail, round, state } = await setUp();
    state.away = true;
    await fail();
    expect(await round()).toEqual([]);
    state.away = false;
    expect(await round()).toEqual([]);
    t.advance(6 * MINUTE_MS);
    const [mail] = await round();
    // A kill after the hand-over: the mail comes again, and is the same one.
    await t.db.update(notifications).set({ dueAt: t.clock.now });
    const [again] = await round();
    expect([again?.ticket, again?.message_id]).toEqual([mail?.ticket, mail?.message_id]);

    state.away = true;
    await t.db.update(notifications).set({ dueAt: t.clock.now, attempts: 0 });
    for (let i = 0; i < 10; i++) {
      await round();
      t.advance(6 * MINUTE_MS);
    }
    const [row] = await t.db.select().from(notifications);
    expect([row?.dueAt, row?.attempts]).toEqual([null, 7]);
  });

  it("goes to whom the settings name, to Slack with its signs made harmless, or to nobody", async () => {
    const { t, base, fail, revive, round, posts, ctx, campaignId } = await setUp();
    const slack = "https://hooks.slack.example/services/T/B/x";
    await t.put(`${base}/settings`, { notifications: { email: "ops@ours.test", slack } });
    await t.put(`${base}/campaigns/${campaignId}`, { name: "<!channel> & co" });
    await pauseCampaign(ctx, campaignId, { reason: "no_mailboxes", triggeredBy: "system" });
    expect((await round()).map((mail) => mail.to)).toEqual([
      [{ address: "ops@ours.test", name: "" }],
    ]);
    expect(posts).toHaveLength(1);
    expect([posts[0]?.url, JSON.parse(posts[0]?.body ?? "").text]).toEqual([
      slack,
      expect.stringContaining("Campaign &lt;!channel&gt; &amp; co was paused"),
    ]);
    await t.put(`${base}/settings`, { notifications: { email_enabled: false, slack: null } });
    t.advance(DAY_MS);
    await revive();
    await fail();
    expect(await round()).toEqual([]);
    const rows = await t.db.select().from(notifications);
    expect(rows.map((row) => row.dueAt)).toEqual([null, null]);
  });

  it("lead back to a mailbox that is signed out: one link in the mail and in Slack connects it again", async () => {
    const { t, wid, base, ctx, round, posts, mailboxId } = await setUp();
    await t.put(`${base}/settings`, {
      notifications: {
        email: "ops@ours.test",
        slack: "https://hooks.slack.example/services/T/B/x",
      },
    });
    await runBatch(ctx.db, [
      stoppedNotice(ctx, mailboxId, "mailbox_reconnect", "Consent ended.")(),
    ]);
    const [mail] = await round();
    const link = `http://localhost/w/${wid}/mailboxes/${mailboxId}?reconnect=1`;
    expect(mail?.text).toContain(`Connect it again: ${link}\n`);
    expect(JSON.parse(posts[0]?.body ?? "").text).toContain(`<${link}|Connect it again>`);
  });

  it("without SYSTEM_MAIL_URL they stand in the list, and are forgotten after a quarter", async () => {
    const { t, fail, round, list } = await setUp({ settings: {} });
    await fail();
    expect(await round()).toEqual([]);
    expect((await list()).data).toHaveLength(1);
    t.advance(91 * DAY_MS);
    await round();
    expect(await t.db.select().from(notifications)).toEqual([]);
  });

  it("403, 404: a client and other workspaces see none of it", async () => {
    const { t, base, fail, list } = await setUp();
    await fail();
    const [{ id }] = (await list()).data;
    const other = await t.signUp("Bob", "bob@example.com");
    expect((await t.get(`${base}/notifications`)).json.code).toBe("workspace_forbidden");
    const theirs = `/api/v1/workspaces/${other.wid}/notifications`;
    expect((await t.get(theirs)).json.data).toEqual([]);
    await t.post(`${theirs}/read`, { ids: [id] });
    await t.post(`${theirs}/read`);
    expect((await t.db.select().from(notifications))[0]?.readAt).toBeNull();
    await t.client.execute(`UPDATE users SET role = 'client' WHERE email = 'bob@example.com'`);
    expect((await t.get(theirs)).json.code).toBe("forbidden");
  });

  it("finds what is due, what is unread and a page without walking the table", async () => {
    const { t, list, round, fail, base } = await setUp();
    await assertNoScans(t.client, async () => {
      await fail();
      await list();
      await list("?unread=true");
      await round();
      await t.post(`${base}/notifications/read`);
    });
  });
});
