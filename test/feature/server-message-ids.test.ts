import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { resends, outbox, sends } from "#modules/campaigns/schema/sending.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { claimDueResends } from "#modules/campaigns/resends/claim-resends.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { siftHeads } from "#modules/inbox/sync/sift-heads.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { mailFrom, returned } from "#test/support/inbox.ts";
import { reportOf } from "#test/support/outreach.ts";
import { sendgridCall, SENDGRID_KEY } from "#test/support/provider-calls.ts";
import { warmupWorld } from "#test/support/warmup-world.ts";

const SENDER = "sender1@ours.test";
const MICROSOFT = { smtpHost: "smtp.office365.com", imapHost: "outlook.office365.com" };
const UNCLEAR = { ending: "network", phase: "dot", code: null, response: null } as const;

/** The id that the server of these tests gives a mail in place of ours. */
const theirs = (mail: Pick<OutgoingMail, "message_id"> | undefined): string =>
  `AM0.${mail?.message_id.split("@")[0]}@EURP.PROD.OUTLOOK.COM`;
const replacing = (mail: OutgoingMail) => ({ server_message_id: theirs(mail) });

/** A campaign whose mailbox is at Microsoft. */
const atMicrosoft = (options: Parameters<typeof outreach>[0] = {}) =>
  outreach({ mailbox: MICROSOFT, ending: replacing, ...options });
type World = Awaited<ReturnType<typeof outreach>>;

const rowsOf = (o: World) => o.t.db.select().from(sends);
const idsIn = async (o: World) => (await rowsOf(o)).map((send) => send.serverMessageId);
const matched = async (o: World) =>
  (await o.t.db.select().from(messages))
    .filter((mail) => mail.direction === "inbound")
    .map((mail) => mail.matchedBy);
const filed = (o: World) => o.world.in(SENDER, "\\Sent");

async function nextStep(o: World): Promise<OutgoingMail | undefined> {
  o.t.advance(2 * DAY_MS + MINUTE_MS);
  return (await o.transmit())[0];
}

async function wait(o: World, ms: number): Promise<void> {
  o.t.advance(ms);
  await o.sync();
}

describe("a mail whose server replaces its Message-ID", () => {
  it("names itself in References, and the next step names both ids, the server's first", async () => {
    const o = await atMicrosoft();
    const [first] = o.mails;
    const ours = first?.message_id;
    expect(first).toMatchObject({ in_reply_to: null, references: [ours] });
    expect(await idsIn(o)).toEqual([theirs(first)]);
    const second = await nextStep(o);
    expect(second).toMatchObject({
      in_reply_to: `${theirs(first)} ${ours}`,
      references: [ours, theirs(first), second?.message_id],
    });
  });

  it("does not name itself where the server keeps ours, and does so once another was seen", async () => {
    const kept = await outreach();
    expect(kept.mails[0]?.references).toEqual([]);
    expect((await nextStep(kept))?.references).toEqual([kept.mails[0]?.message_id]);

    const o = await outreach({ ending: replacing });
    expect(o.mails[0]?.references).toEqual([]);
    const second = await nextStep(o);
    expect(second?.references.at(-1)).toBe(second?.message_id);
    const path = `/api/v1/workspaces/${o.wid}/mailboxes/${o.mailboxIds[0]}`;
    const moved = { smtp_host: "smtp.elsewhere.test", smtp_password: "pw" };
    expect((await o.t.put(path, moved)).status).toBe(200);
    expect((await o.t.db.select().from(mailboxes))[0]?.replacesIds).toBe(false);
  });

  it("keeps no id that could not stand in a header", async () => {
    const o = await atMicrosoft({ ending: () => ({ server_message_id: "two ids@x\r\nBcc: a@b" }) });
    expect(await idsIn(o)).toEqual([null]);
    expect((await nextStep(o))?.in_reply_to).toBe(o.mails[0]?.message_id);
  });
});

describe("what comes back to such a mail", () => {
  it.each([
    ["the server's id alone", (mail: OutgoingMail) => [theirs(mail), [theirs(mail)]]],
    [
      "an id that nobody told, and ours in References",
      (mail: OutgoingMail) => [
        "unknown@PROD.OUTLOOK.COM",
        [mail.message_id, "unknown@PROD.OUTLOOK.COM"],
      ],
    ],
  ] as const)("a reply that names %s", async (_, named) => {
    const o = await atMicrosoft();
    const [first] = o.mails;
    if (!first) throw new Error("a mail was due");
    const [id, references] = named(first) as [string, string[]];
    o.world.put(
      answerTo(first, {
        from: { address: "x@gmail.com", name: "" },
        subject: "Hm",
        in_reply_to: [id],
        references,
      }),
    );
    if (o.t.database === "libsql") await assertNoScans(o.t.client, o.sync);
    else await o.sync();
    expect(await matched(o)).toEqual(["header"]);
    expect(await o.enrolments()).toEqual(["replied"]);
  });

  it("a bounce, and a provider's event, that name the server's id", async () => {
    const o = await atMicrosoft({ leads: ["ann@acme.test", "bob@bolt.test"] });
    Object.assign(o.t.deps.settings, { SENDGRID_PUBLIC_KEY: SENDGRID_KEY });
    const [first, second] = o.mails;
    o.world.put(returned(theirs(first)));
    await o.sync();
    const event = {
      event: "bounce",
      type: "bounce",
      email: second?.to[0]?.address,
      "smtp-id": `<${theirs(second)}>`,
      status: "5.1.1",
      reason: "550 5.1.1 No such user",
    };
    const { body, headers } = sendgridCall([event], o.t.clock.now);
    expect((await o.t.post("/api/v1/webhooks/sendgrid", body, headers)).status).toBe(200);
    if (o.t.database === "libsql") await assertNoScans(o.t.client, () => o.t.drain());
    else await o.t.drain();
    expect((await rowsOf(o)).map((send) => send.bounceType)).toEqual(["hard", "hard"]);
  });

  it("is read whole from a full folder, by the headers alone", async () => {
    const o = await atMicrosoft();
    const reader = await openReader(o.ctx, o.mailboxIds[0] ?? (0 as never));
    const head = (uid: number, id: string) => ({
      uid,
      from: { address: "x@gmail.com", name: "" },
      in_reply_to: [id],
      references: [],
      headers: { subject: "Re: x" },
      cut: false,
    });
    const heads = [head(1, theirs(o.mails[0])), head(2, "other@PROD.OUTLOOK.COM")];
    expect(reader && (await siftHeads(o.ctx, reader, heads))).toEqual([1]);
  });
});

describe("a person's reply", () => {
  it("names both ids of what it answers, and is itself found by its server's", async () => {
    const o = await atMicrosoft();
    const [first] = o.mails;
    o.world.put(answerTo(first, { in_reply_to: [theirs(first)], references: [theirs(first)] }));
    await o.sync();
    const base = `/api/v1/workspaces/${o.wid}/threads`;
    const [thread] = (await o.t.get(base)).json.data;
    const reply = () => o.t.post(`${base}/${thread.id}/reply`, { body_text: "Tuesday?" });
    expect((await reply()).status).toBeLessThan(300);
    const [sent] = await o.transmit();
    expect(sent?.references.at(-1)).toBe(sent?.message_id);
    expect((await o.t.db.select().from(outbox))[0]?.serverMessageId).toBe(theirs(sent));
    // Below an own mail both ids of it are named.
    expect((await reply()).status).toBeLessThan(300);
    const [again] = await o.transmit();
    expect(again?.in_reply_to).toBe(`${theirs(sent)} ${sent?.message_id}`);
    expect(again?.references.slice(-3)).toEqual([
      sent?.message_id,
      theirs(sent),
      again?.message_id,
    ]);
    o.world.put(
      mailFrom("x@gmail.com", { subject: "Ok", in_reply_to: [theirs(sent)], references: [] }),
    );
    if (o.t.database === "libsql") await assertNoScans(o.t.client, o.sync);
    else await o.sync();
    expect(await matched(o)).toEqual(["header", "header"]);
    const shown: { type: string; in_reply_to: string | null }[] = (
      await o.t.get(`${base}/${thread.id}`)
    ).json.messages;
    expect(shown.map(({ type }) => type)).toEqual([
      "campaign",
      "reply",
      "manual",
      "manual",
      "reply",
    ]);
    expect(shown[3]?.in_reply_to).toBe(sent?.message_id);
  });
});

describe("an unclear mail", () => {
  it("is proved by the Sent folder, which names it last in References, and tells the server's id", async () => {
    const o = await atMicrosoft({
      leads: ["ann@acme.test", "bob@bolt.test"],
      ending: () => UNCLEAR,
    });
    const [first, second] = o.mails;
    const put = (id: string, references: string[]) =>
      o.world.put(mailFrom(SENDER, { message_id: id, references }), SENDER, "\\Sent");
    put(theirs(first), [first?.message_id ?? ""]);
    // A later mail of the conversation is no proof of this one.
    put("later@PROD.OUTLOOK.COM", [second?.message_id ?? "", "later@ours.test"]);
    o.t.advance(2 * MINUTE_MS);
    if (o.t.database === "libsql") await assertNoScans(o.t.client, o.sync);
    else await o.sync();
    expect((await rowsOf(o)).map((s) => [s.state, s.evidence, s.serverMessageId])).toEqual([
      ["sent", "sent_folder", theirs(first)],
      ["unknown", "smtp", null],
    ]);
    expect(await o.total()).toMatchObject({ sent: 1, unknown: 1 });
  });

  it("is not proved by what is known as another mail", async () => {
    const o = await atMicrosoft({
      leads: ["ann@acme.test", "bob@bolt.test"],
      ending: (mail) => (mail.to[0]?.address === "ann@acme.test" ? replacing(mail) : UNCLEAR),
    });
    const [first, second] = o.mails;
    const alike = { message_id: theirs(first), references: [second?.message_id ?? ""] };
    o.world.put(mailFrom(SENDER, alike), SENDER, "\\Sent");
    await wait(o, 2 * MINUTE_MS);
    expect((await rowsOf(o)).map((send) => send.state)).toEqual(["sent", "unknown"]);
  });

  it("learns the server's id from the journal that proves it", async () => {
    const o = await atMicrosoft({ ending: () => UNCLEAR });
    const [first] = o.mails;
    if (!first) throw new Error("a mail was due");
    const report = reportOf(first, { ...replacing(first), lease: "another", replayed: true });
    await settleResults(o.t.deps, { results: [report] });
    expect((await rowsOf(o))[0]).toMatchObject({
      state: "sent",
      evidence: "journal",
      serverMessageId: theirs(first),
    });
  });

  it("that something else proved learns the server's id from a late report", async () => {
    const o = await atMicrosoft({ ending: () => UNCLEAR });
    const [first] = o.mails;
    if (!first) throw new Error("a mail was due");
    o.world.put(answerTo(first));
    await o.sync();
    expect((await rowsOf(o))[0]).toMatchObject({ state: "sent", evidence: "reply" });
    const report = reportOf(first, { ...replacing(first), replayed: true });
    const late = () => settleResults(o.t.deps, { results: [report] });
    expect(await late()).toEqual({ settled: [first.ticket] });
    await late();
    expect((await rowsOf(o))[0]).toMatchObject({
      evidence: "reply",
      serverMessageId: theirs(first),
    });
    await settleResults(o.t.deps, { results: [{ ...report, server_message_id: "else@x.test" }] });
    expect(await idsIn(o)).toEqual([theirs(first)]);
  });

  it("that is sent again keeps the server's id of that try, in both ledgers", async () => {
    const o = await atMicrosoft({ ending: () => UNCLEAR });
    const send = (await rowsOf(o))[0];
    await wait(o, 17 * MINUTE_MS);
    const path = `/api/v1/workspaces/${o.wid}/campaigns/${o.campaignId}/sends/${send?.id}/again`;
    expect((await o.t.post(path, {})).status).toBeLessThan(300);
    o.smtp.answer = replacing;
    await o.t.sweep(claimDueResends);
    await o.t.drain();
    const [again] = o.taken;
    expect(again?.references).toEqual([again?.message_id]);
    expect(await idsIn(o)).toEqual([theirs(again)]);
    expect((await o.t.db.select().from(resends))[0]?.serverMessageId).toBe(theirs(again));
  });
});

describe("the Sent folder of a server that files by itself", () => {
  it("gets no copy, and that of another server gets one", async () => {
    const o = await atMicrosoft();
    await wait(o, 20 * MINUTE_MS);
    expect(filed(o)).toEqual([]);

    const relayed = await atMicrosoft({ mailbox: { smtpHost: MICROSOFT.smtpHost } });
    const [first] = relayed.mails;
    await wait(relayed, 20 * MINUTE_MS);
    expect(filed(relayed).map((mail) => mail.message_id)).toEqual([first?.message_id]);

    const known = await atMicrosoft({ mailbox: { smtpHost: MICROSOFT.smtpHost } });
    const there = mailFrom(SENDER, { message_id: theirs(known.mails[0]) });
    known.world.put(there, SENDER, "\\Sent");
    await wait(known, 20 * MINUTE_MS);
    expect(filed(known)).toHaveLength(1);
  });
});

describe("warmup by a server that replaces Message-IDs", () => {
  it("knows its mail where it arrives, answers both ids, and puts it away", async () => {
    const w = await warmupWorld({ mailbox: MICROSOFT });
    w.server.idOf = theirs;
    await w.start({ start_volume: 2, reply_rate: 100 });
    w.morning();
    await w.play(2 * DAY_MS);
    const mails = await w.mails();
    const arrived = mails.filter((mail) => mail.placedAt !== null);
    expect(arrived.length).toBeGreaterThan(0);
    for (const mail of arrived) {
      expect(mail.serverMessageId).toBe(theirs({ message_id: mail.messageId }));
    }
    const answer = w.sent.find(({ mail }) => mail.in_reply_to !== null)?.mail;
    const starter = mails.find((mail) => answer?.in_reply_to?.endsWith(` ${mail.messageId}`));
    expect(answer?.in_reply_to).toBe(`${starter?.serverMessageId} ${starter?.messageId}`);
    expect(answer?.references).toEqual([
      starter?.messageId,
      starter?.serverMessageId,
      answer?.message_id,
    ]);
    const kept = w.emails.flatMap((email) => w.world.in(email, "Warmup"));
    expect(kept.length).toBeGreaterThan(0);
    // A report that names the server's id is about this mail.
    const [last] = mails.filter((mail) => mail.state === "sent" && mail.serverMessageId !== null);
    const from = w.emails[w.ids.findIndex((id) => id === last?.fromMailboxId)] ?? "";
    w.put(returned(last?.serverMessageId ?? null), from);
    await w.sync();
    expect((await w.mails()).find(({ id }) => id === last?.id)?.state).toBe("failed");
  });
});
