import { describe, expect, it } from "vitest";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { AppError } from "#platform/rules/errors.ts";
import { DAY_MS, SECOND_MS } from "#platform/rules/time.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { losingAnswers } from "#test/support/lost-answers.ts";
import { answerTo, outreach, TWO_STEPS } from "#test/support/inbound-world.ts";
import { mailFrom, returned } from "#test/support/inbox.ts";
import { seedOutreach } from "#test/support/outreach.ts";

describe("replies", () => {
  it("stop the sequence, open a thread with the campaign's mail, count and tell, once", async () => {
    const o = await outreach();
    o.world.put(answerTo(o.mails[0]));
    await o.t.tick();
    await o.t.drain();
    await o.sync();
    await o.sync();

    const [thread] = await o.t.db.select().from(threads);
    expect(thread).toMatchObject({
      leadId: o.leadIds[0],
      campaignId: o.campaignId,
      mailboxId: o.mailboxIds[0],
      status: "interested",
      isUnread: true,
      messageCount: 2,
      lastDirection: "inbound",
      snippet: "Yes, let us talk.",
    });
    const stored = await o.t.db.select().from(messages);
    expect(stored.map((m) => [m.direction, m.type, m.threadId, m.matchedBy])).toEqual([
      ["outbound", "campaign", thread?.id, null],
      ["inbound", "reply", thread?.id, "header"],
    ]);
    expect(await o.enrolments()).toEqual(["replied"]);
    expect(await o.total()).toMatchObject({
      sent: 1,
      replies: 1,
      uniqueReplies: 1,
      autoReplies: 0,
    });
    expect(await o.eventsOf("lead.replied")).toEqual([
      expect.objectContaining({
        lead_email: "ann@acme.test",
        campaign_name: "Spring",
        step: 1,
        mailbox: "sender1@ours.test",
        message_id: o.mails[0]?.message_id,
        snippet: "Yes, let us talk.",
        thread_id: thread?.id,
        reply_message_id: stored[1]?.messageId,
        is_first: true,
      }),
    ]);
    expect(await o.eventsOf("campaign.completed")).toHaveLength(1);
    const [send] = await o.t.db.select().from(sends);
    expect(send?.repliedAt).toBe(o.t.clock.now);

    o.t.advance(3 * DAY_MS);
    expect(await o.transmit()).toEqual([]);
  });

  it("taken by two syncs at once have their effects once", async () => {
    const o = await outreach({ leads: ["ann@acme.test", "bob@acme.test"] });
    for (const mail of o.mails) o.world.put(answerTo(mail));
    o.world.put(returned(o.mails[0]?.message_id ?? ""));
    await Promise.all([o.sync(), o.sync(), o.sync()]);
    expect(await o.total()).toMatchObject({ replies: 2, uniqueReplies: 2, bounces: 1 });
    expect(await o.eventsOf("lead.replied")).toHaveLength(2);
    expect(await o.eventsOf("lead.bounced")).toHaveLength(1);
    expect(
      (await o.t.db.select().from(threads)).map((t) => t.messageCount).toSorted((a, b) => a - b),
    ).toEqual([2, 3]);
    expect(await o.eventsOf("campaign.completed")).toHaveLength(1);
  });

  it("a second answer joins the thread and is not the first", async () => {
    const o = await outreach();
    const first = o.world.put(answerTo(o.mails[0]));
    await o.sync();
    o.world.put(
      answerTo(o.mails[0], {
        in_reply_to: [first.message_id ?? ""],
        references: [o.mails[0]?.message_id ?? "", first.message_id ?? ""],
        text: "One more thing.",
      }),
    );
    await o.sync();
    expect((await o.t.db.select().from(threads)).map((t) => [t.messageCount, t.snippet])).toEqual([
      [3, "One more thing."],
    ]);
    expect(await o.total()).toMatchObject({ replies: 2, uniqueReplies: 1 });
    expect((await o.eventsOf("lead.replied")).map((e) => e.is_first)).toEqual([true, false]);
  });

  it("without usable headers are found by sender and subject, and by nothing else", async () => {
    const o = await outreach({ leads: ["ann@acme.test", "bob@acme.test"] });
    const bare = { in_reply_to: [], references: [] };
    o.world.put(answerTo(o.mails[0], { ...bare, subject: `AW: Re: ${o.mails[0]?.subject}` }));
    o.world.put(mailFrom("bob@acme.test", { subject: "Something else" }));
    o.world.put(mailFrom("stranger@else.test", { subject: `Re: ${o.mails[0]?.subject}` }));
    await o.sync();
    const stored = (await o.t.db.select().from(messages)).filter((m) => m.direction === "inbound");
    expect(stored.map((m) => [m.fromEmail, m.matchedBy])).toEqual([
      [o.mails[0]?.to[0]?.address, "subject"],
    ]);

    o.t.advance(31 * DAY_MS);
    o.world.put(answerTo(o.mails[1], bare));
    await o.sync();
    expect(
      (await o.t.db.select().from(messages)).filter((m) => m.direction === "inbound"),
    ).toHaveLength(1);
  });

  it("keep the sequence going where the campaign does not check them", async () => {
    const o = await outreach({ campaign: { checkReply: false } });
    o.world.put(answerTo(o.mails[0]));
    await o.sync();
    expect(await o.enrolments()).toEqual(["in_progress"]);
    expect(await o.eventsOf("lead.replied")).toHaveLength(1);
    o.t.advance(2 * DAY_MS);
    expect(await o.transmit()).toHaveLength(1);
  });

  it("our own mail, warm-up among our mailboxes and strangers' mail change nothing", async () => {
    const o = await outreach({ mailboxes: 2 });
    o.world.put(answerTo(o.mails[0], { from: { address: "Sender2@Ours.test", name: "" } }));
    o.world.put(mailFrom("newsletter@shop.test", { subject: "Sale" }));
    await o.sync();
    expect(await o.t.db.select().from(threads)).toEqual([]);
    expect(await o.enrolments()).toEqual(["in_progress"]);
    const cursors = await o.t.db.select().from(imapCursors);
    expect(cursors.map((c) => [c.folder, c.lastUid])).toEqual([["INBOX", 2]]);
  });

  it("of another workspace's sends are not ours", async () => {
    const o = await outreach();
    const other = await o.t.signUp("Bob", "bob@other.test");
    const imapPassword = await o.t.deps.vault.seal("pw", `mailboxes:imap_password:${other.wid}`);
    const theirs = await seedOutreach(o.t, other.wid, {
      leads: [],
      mailboxes: [
        {
          imapHost: "i.test",
          imapPort: 993,
          imapUsername: "spy",
          imapPassword,
          email: "spy@other.test",
        },
      ],
      campaign: { status: "draft" },
    });
    o.world.put(answerTo(o.mails[0]), "spy");
    o.world.put(returned(o.mails[0]?.message_id ?? ""), "spy");
    for (const id of theirs.mailboxIds)
      await syncMailbox(inWorkspace(o.t.deps, theirs.workspaceId), id);
    expect(await o.t.db.select().from(threads)).toEqual([]);
    expect(await o.t.db.select().from(suppressions)).toEqual([]);
    expect(await o.enrolments()).toEqual(["in_progress"]);
  });

  it("the same mail in Junk, in another mailbox or under a new UIDVALIDITY is taken once", async () => {
    const o = await outreach({ mailboxes: 2 });
    const mail = answerTo(o.mails[0]);
    o.world.put(mail, "sender1@ours.test", "\\Junk");
    o.world.put(mail);
    o.world.put(mail, "sender2@ours.test");
    await o.sync();
    o.world.renumber();
    await o.sync();
    expect(await o.total()).toMatchObject({ replies: 1 });
    expect(await o.eventsOf("lead.replied")).toHaveLength(1);
    expect(
      (await o.t.db.select().from(messages)).filter((m) => m.direction === "inbound"),
    ).toHaveLength(1);
  });

  it("an answer proves an unknown send: it becomes sent, with its counters", async () => {
    const o = await outreach({ ending: { ending: "network", phase: "dot", code: null } });
    expect(await o.total()).toMatchObject({ sent: 0, unknown: 1 });
    o.world.put(answerTo(o.mails[0]));
    await o.sync();
    await o.sync();
    expect(await o.total()).toMatchObject({ sent: 1, unknown: 0, replies: 1 });
    const [send] = await o.t.db.select().from(sends);
    expect(send).toMatchObject({ state: "sent", evidence: "reply", lease: null });
  });
});

describe("automatic answers", () => {
  it("never fire lead.replied; an absence puts the sequence off", async () => {
    const o = await outreach();
    o.world.put(
      answerTo(o.mails[0], {
        in_reply_to: [],
        references: [],
        subject: "Abwesenheitsnotiz",
        headers: { "auto-submitted": "auto-replied" },
        text: "Ich bin nicht da.",
      }),
    );
    await o.sync();
    expect(await o.eventsOf("lead.replied")).toEqual([]);
    expect(await o.total()).toMatchObject({ replies: 0, uniqueReplies: 0, autoReplies: 1 });
    expect(await o.enrolments()).toEqual(["in_progress"]);
    expect((await o.t.db.select().from(threads)).map((t) => [t.status, t.isUnread])).toEqual([
      ["out_of_office", false],
    ]);
    o.t.advance(6 * DAY_MS);
    expect(await o.transmit()).toEqual([]);
    o.t.advance(2 * DAY_MS);
    expect(await o.transmit()).toHaveLength(1);
  });

  it("stop the sequence where the campaign says so", async () => {
    const o = await outreach({ campaign: { stopOnAutoReply: true } });
    o.world.put(answerTo(o.mails[0], { subject: "Automatic reply: Hello" }));
    await o.sync();
    expect(await o.enrolments()).toEqual(["replied"]);
    expect(await o.eventsOf("lead.replied")).toEqual([]);
  });

  it("a person's answer after an absence reopens the thread", async () => {
    const o = await outreach();
    o.world.put(answerTo(o.mails[0], { subject: "Out of office" }));
    o.world.put(answerTo(o.mails[0], { text: "Back again." }));
    await o.sync();
    expect(
      (await o.t.db.select().from(threads)).map((t) => [t.status, t.isUnread, t.messageCount]),
    ).toEqual([["open", true, 3]]);
  });
});

describe("bounces", () => {
  it("hard: the address is suppressed, the lead bounced in every campaign, told and counted once", async () => {
    const o = await outreach();
    const again = await seedOutreach(o.t, o.wid, {
      leads: [],
      mailboxes: [{ email: "third@ours.test" }],
      steps: TWO_STEPS,
    });
    const leadId = o.leadIds[0];
    if (leadId === undefined) throw new Error("a lead was seeded");
    await o.t.db.insert(campaignLeads).values({
      workspaceId: o.workspaceId,
      campaignId: again.campaignId,
      leadId,
      nextSendAt: o.t.clock.now,
      enteredAt: o.t.clock.now,
    });
    o.world.put(returned(o.mails[0]?.message_id ?? "", { recipient: "ann@acme.test" }));
    o.world.put(returned(o.mails[0]?.message_id ?? "", { recipient: "ann@acme.test" }));
    await o.sync();
    await o.sync();
    expect(await o.enrolments()).toEqual(["bounced", "bounced"]);
    expect((await o.t.db.select().from(suppressions)).map((s) => [s.value, s.reason])).toEqual([
      ["ann@acme.test", "bounced"],
    ]);
    const [lead] = await o.t.db.select().from(leads);
    expect(lead?.bouncedAt).not.toBeNull();
    const [send] = await o.t.db.select().from(sends);
    expect([send?.bounceType, send?.state]).toEqual(["hard", "sent"]);
    expect(await o.total()).toMatchObject({ sent: 1, bounces: 1, softBounces: 0 });
    expect(await o.eventsOf("lead.bounced")).toEqual([
      expect.objectContaining({
        bounce_type: "hard",
        block: false,
        code: "5.1.1",
        source: "dsn",
        reason: "550 5.1.1 User unknown",
      }),
    ]);
    expect(await o.eventsOf("campaign.completed")).toHaveLength(1);
  });

  it("soft: told and counted, the sequence goes on; the third day of them is hard", async () => {
    const o = await outreach();
    const soft = { status: "5.2.2", diagnostic: "552 5.2.2 Mailbox full" };
    o.world.put(returned(o.mails[0]?.message_id ?? "", soft));
    await o.sync();
    expect(await o.enrolments()).toEqual(["in_progress"]);
    expect(await o.t.db.select().from(suppressions)).toEqual([]);
    expect(await o.total()).toMatchObject({ bounces: 0, softBounces: 1 });
    expect(await o.eventsOf("lead.bounced")).toEqual([
      expect.objectContaining({ bounce_type: "soft", block: false, code: "5.2.2" }),
    ]);

    const [send] = await o.t.db.select().from(sends);
    if (!send) throw new Error("a send was made");
    for (const [i, days] of [1, 2].entries()) {
      await o.t.db.insert(sends).values({
        ...send,
        id: undefined,
        stepId: (send.stepId + 100 + i) as typeof send.stepId,
        messageId: `earlier-${i}@ours.test`,
        bouncedAt: (o.t.clock.now - days * DAY_MS) as typeof send.createdAt,
      });
    }
    o.t.advance(2 * DAY_MS);
    const [followUp] = await o.transmit();
    o.world.put(returned(followUp?.message_id ?? "", soft));
    await o.sync();
    expect(await o.enrolments()).toEqual(["bounced"]);
  });

  it("block: told with its words; the lead is untouched, and one of them stops no mailbox", async () => {
    const o = await outreach();
    o.world.put(
      returned(o.mails[0]?.message_id ?? "", {
        status: "5.7.1",
        diagnostic: "554 5.7.1 blocked: bad reputation",
      }),
    );
    await o.sync();
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect([mailbox?.status, mailbox?.statusMessage]).toEqual(["active", null]);
    expect(await o.enrolments()).toEqual(["in_progress"]);
    expect(await o.t.db.select().from(suppressions)).toEqual([]);
    expect(await o.eventsOf("lead.bounced")).toEqual([
      expect.objectContaining({
        bounce_type: "soft",
        block: true,
        reason: "554 5.7.1 blocked: bad reputation",
      }),
    ]);
  });

  it("a delay notice is no bounce, a delivery notice proves an unknown send", async () => {
    const o = await outreach({ ending: { ending: "timeout", phase: "dot", code: null } });
    o.world.put(
      returned(o.mails[0]?.message_id ?? "", {
        action: "relayed",
        status: "2.0.0",
        diagnostic: null,
      }),
    );
    o.world.put(
      returned(o.mails[0]?.message_id ?? "", {
        action: "delayed",
        status: "4.4.1",
        diagnostic: "connect timed out",
      }),
    );
    await o.sync();
    expect(await o.total()).toMatchObject({ sent: 1, unknown: 0, bounces: 0, softBounces: 0 });
    const [send] = await o.t.db.select().from(sends);
    expect(send).toMatchObject({ state: "sent", evidence: "dsn", bouncedAt: null });
  });

  it("without a Message-ID is found by the recipient that it names", async () => {
    const o = await outreach();
    o.world.put(returned(null, { recipient: "ann@acme.test" }));
    o.world.put(returned(null, { recipient: "nobody@acme.test" }));
    o.world.put(returned("foreign@elsewhere.test", {}));
    await o.sync();
    expect(await o.total()).toMatchObject({ bounces: 1 });
  });

  it("a complaint suppresses at once and is counted apart", async () => {
    const o = await outreach();
    o.world.put(
      returned(
        o.mails[0]?.message_id ?? "",
        { kind: "arf", action: null, status: null, diagnostic: null, feedback_type: "abuse" },
        { subject: "Abuse report" },
      ),
    );
    await o.sync();
    expect((await o.t.db.select().from(suppressions)).map((s) => s.reason)).toEqual(["complained"]);
    expect(await o.enrolments()).toEqual(["unsubscribed"]);
    expect(await o.total()).toMatchObject({ complaints: 1, bounces: 0, unsubscribes: 0 });
    expect(await o.eventsOf("lead.unsubscribed")).toEqual([]);
    expect(await o.eventsOf("lead.bounced")).toEqual([]);
  });
});

describe("the sync", () => {
  it("is woken when due, by one of two ticks, and walks no table", async () => {
    const o = await outreach();
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect([mailbox?.syncLeaseUntil, mailbox?.lastSyncAt]).toEqual([null, o.t.clock.now]);
    expect(mailbox?.syncDueAt).toBe(o.t.clock.now + 30 * SECOND_MS);

    o.world.put(answerTo(o.mails[0]));
    o.world.put(returned(o.mails[0]?.message_id ?? ""));
    o.world.put(mailFrom("ann@acme.test", { subject: "x" }));
    o.t.advance(30 * SECOND_MS);
    await Promise.all([o.t.tick(), o.t.tick()]);
    expect(o.t.queue.filter((q) => q.job.type === "mailbox.sync.v1")).toHaveLength(1);
    if (o.t.database === "libsql") await assertNoScans(o.t.client, () => o.t.drain());
    else await o.t.drain();
    expect(await o.total()).toMatchObject({ replies: 1, bounces: 1 });
    const [after] = await o.t.db.select().from(mailboxes);
    expect(after?.syncDueAt).toBe(o.t.clock.now + 5 * SECOND_MS);
  });

  it("reads page by page, and goes on where it stood", async () => {
    const o = await outreach();
    for (let i = 0; i < 120; i++) o.world.put(mailFrom(`n${i}@list.test`));
    o.world.put(answerTo(o.mails[0]));
    const asked = o.world.asked.length;
    await o.sync();
    expect(o.world.asked.slice(asked).map((r) => r.folders[0]?.last_uid)).toEqual([0, 50, 100]);
    expect(await o.total()).toMatchObject({ replies: 1 });
    await o.sync();
    expect(o.world.asked.at(-1)?.folders[0]).toMatchObject({ uid_validity: "1", last_uid: 121 });
  });

  it("a companion that is away is no failure of the mailbox", async () => {
    const o = await outreach();
    o.down.error = new AppError("upstream_unavailable", "away");
    await o.sync();
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect(mailbox).toMatchObject({ status: "active", syncFailures: 0, statusMessage: null });
    expect(mailbox?.syncDueAt).toBe(o.t.clock.now + 15 * SECOND_MS);
  });

  it("the third refused log-in stops the mailbox; once reading works it is checked and active again", async () => {
    const o = await outreach();
    o.down.error = new AppError("upstream_failed", "refused", {
      cause: { step: "auth", error_code: "auth_failed", message: "no, not with pw" },
    });
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      await o.sync();
      const [row] = await o.t.db.select().from(mailboxes);
      waits.push(((row?.syncDueAt ?? 0) - o.t.clock.now) / SECOND_MS);
    }
    expect(waits).toEqual([60, 120, 240]);
    const [stopped] = await o.t.db.select().from(mailboxes);
    expect(stopped).toMatchObject({
      status: "connection_error",
      statusMessage: "Its replies can't be read: IMAP failed at auth: no, not with ***",
    });

    o.down.error = null;
    await o.sync();
    await o.t.drain();
    const [healed] = await o.t.db.select().from(mailboxes);
    expect(healed).toMatchObject({ status: "active", statusMessage: null, syncFailures: 0 });
  });

  it.each([
    ["provider_unavailable", 60],
    ["client_refused", 60],
    ["reconnect_required", 900],
    ["not_granted", 900],
  ])(
    "without a token (%s) nothing counts against the mailbox, and it is read later",
    async (error_code, wait) => {
      const o = await outreach();
      o.down.error = new AppError("upstream_failed", "refused", {
        cause: { step: "auth", error_code, message: "no token" },
      });
      for (let i = 0; i < 4; i++) {
        await o.sync();
        const [row] = await o.t.db.select().from(mailboxes);
        expect(row).toMatchObject({ status: "active", statusMessage: null, syncFailures: 0 });
        expect(((row?.syncDueAt ?? 0) - o.t.clock.now) / SECOND_MS).toBe(wait);
        o.t.advance(wait * SECOND_MS);
      }
    },
  );

  it("a mail that cannot be stored is tried again, then passed over; the others are taken", async () => {
    const o = await outreach({ leads: ["ann@acme.test", "bob@acme.test"] });
    o.world.put({ ...answerTo(o.mails[0]), references: null as never });
    o.world.put(answerTo(o.mails[1]));
    await o.sync();
    await o.sync();
    expect(await o.total()).toMatchObject({ replies: 0 });
    await o.sync();
    expect(await o.total()).toMatchObject({ replies: 1 });
    const [mailbox] = await o.t.db.select().from(mailboxes);
    expect(mailbox).toMatchObject({ status: "active", syncFailures: 0 });
  });

  it.each(["before", "after"] as const)(
    "a database that is lost is no fault of a mail, however often, %s each write",
    async (fate) => {
      const o = await outreach();
      o.world.put(answerTo(o.mails[0]));
      const { plan, unmet } = losingAnswers(o.t.client);
      for (let i = 0; i < 6; i++) {
        plan(/insert into "threads"/i, fate);
        await o.sync();
        expect(await o.total()).toMatchObject({ replies: 0 });
      }
      plan(/insert into "messages"/i, fate);
      await o.sync();
      expect(unmet()).toBe(0);
      await o.sync();
      expect(await o.total()).toMatchObject({ replies: 1, uniqueReplies: 1 });
      expect(await o.t.db.select().from(mailboxes)).toMatchObject([
        { status: "active", syncFailures: 0 },
      ]);
    },
  );

  it("failures of the server before are no tries of a mail: the first that is not stored is tried again", async () => {
    const o = await outreach();
    o.world.put(answerTo(o.mails[0]));
    o.down.error = new AppError("upstream_failed", "broke off", {
      cause: { step: "auth", error_code: "protocol_error", message: "broke off" },
    });
    for (let i = 0; i < 4; i++) await o.sync();
    expect(await o.t.db.select().from(mailboxes)).toMatchObject([
      { status: "active", syncFailures: 4 },
    ]);
    o.down.error = null;
    const failing: typeof o.t.db = Object.assign(Object.create(o.t.db), {
      batch: async () => {
        throw new Error("the disk is full");
      },
    });
    for (const id of o.mailboxIds) await syncMailbox({ ...o.ctx, db: failing }, id);
    expect(await o.total()).toMatchObject({ replies: 0 });
    await o.sync();
    expect(await o.total()).toMatchObject({ replies: 1 });
  });

  it("hostile mail neither stops the sync nor reaches the log", async () => {
    const o = await outreach();
    const evil = "\0\uD800 evil@acme.test ".repeat(2_000);
    o.world.put(
      answerTo(o.mails[0], {
        subject: evil,
        text: evil,
        html: evil,
        from: { address: "ann@acme.test", name: evil },
        references: Array.from({ length: 5_000 }, (_, i) => `r${i}@x.test`),
        headers: { __proto__: "x", "auto-submitted": "no" },
      }),
    );
    o.world.put(
      mailFrom("", { from: null, message_id: null, subject: "", text: ">".repeat(50_000) }),
    );
    o.world.put(returned(evil, { recipient: evil, diagnostic: evil, status: evil, action: evil }));
    await o.sync();
    expect(await o.total()).toMatchObject({ replies: 1, bounces: 0 });
    const reply = (await o.t.db.select().from(messages)).find((m) => m.direction === "inbound");
    expect(reply?.subject).not.toMatch(/[\0\uD800]/);
    expect(JSON.stringify(o.t.lines)).not.toContain("evil");
  });

  it("a sync that is killed between the thread and the rest shows nobody an empty thread", async () => {
    const o = await outreach();
    o.world.put(answerTo(o.mails[0]));
    const killed: typeof o.t.db = Object.assign(Object.create(o.t.db), {
      batch: async () => {
        throw new Error("killed");
      },
    });
    for (const id of o.mailboxIds) await syncMailbox({ ...o.ctx, db: killed }, id);
    const path = `/api/v1/workspaces/${o.wid}/threads`;
    expect(await o.t.db.select().from(threads)).toHaveLength(1);
    expect((await o.t.get(path)).json.data).toEqual([]);
    await o.sync();
    expect((await o.t.get(path)).json.data).toHaveLength(1);
    expect(await o.total()).toMatchObject({ replies: 1 });
    expect(await o.eventsOf("lead.replied")).toHaveLength(1);
  });
});
