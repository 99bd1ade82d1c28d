import { AppError } from "#platform/rules/errors.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { imapCursors, mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { type Rig, startRig } from "#test/companion/rig.ts";
import { harness } from "#test/support/harness.ts";
import { createImapServer } from "#test/support/mail/imap-server.ts";
import { reportOf, seedOutreach } from "#test/support/outreach.ts";

const server = createImapServer();
let rig: Rig;
beforeAll(async () => void (rig = await startRig()));
afterAll(() => Promise.all([rig.close(), server.close()]));

const replyTo = (mail: OutgoingMail): string =>
  [
    `From: =?UTF-8?Q?Ann_M=C3=BCller?= <${mail.to[0]?.address}>`,
    "To: sender1@ours.test",
    `Subject: =?UTF-8?B?${Buffer.from(`Re: ${mail.subject} – gerne`).toString("base64")}?=`,
    "Message-ID: <answer-1@acme.test>",
    `In-Reply-To: <${mail.message_id}>`,
    `References: <${mail.message_id}>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="b1"',
    "",
    "--b1",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Gerne, n=C3=A4chste Woche.",
    "",
    "Am 18.11.2026 um 12:00 schrieb Sender 1 <sender1@ours.test>:",
    "> Hallo",
    "",
    "--b1",
    "Content-Type: text/html; charset=utf-8",
    "",
    '<p onclick="alert(1)">Gerne, n&auml;chste Woche.</p><script>alert(1)</script>',
    "",
    "--b1--",
    "",
  ].join("\r\n");

const bounceOf = (mail: OutgoingMail): string =>
  [
    "Return-Path: <>",
    "From: MAILER-DAEMON@mx.ours.test (Mail Delivery System)",
    "To: sender1@ours.test",
    "Subject: Undelivered Mail Returned to Sender",
    "Message-ID: <bounce-1@mx.ours.test>",
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b2"',
    "",
    "--b2",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    "--b2",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.ours.test",
    "",
    `Final-Recipient: rfc822; ${mail.to[0]?.address}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 User unknown",
    "",
    "--b2",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${mail.message_id}>`,
    `To: ${mail.to[0]?.address}`,
    "",
    "--b2--",
    "",
  ].join("\r\n");

it("through the companion from a real IMAP server: a reply and a bounce have their effects, a refused log-in is named", async () => {
  server.addUser("sender1@ours.test", "imap-pw");
  const port = await server.listen();
  const taken: OutgoingMail[] = [];
  const t = await harness({
    mail: {
      transmit: async (mails) => void taken.push(...mails),
      fetch: (request) => rig.mail().fetch(request),
    },
  });
  const { wid } = await t.signUp();
  const place = `mailboxes:imap_password:${wid}`;
  const seeded = await seedOutreach(t, wid, {
    leads: ["ann@acme.test", "gone@acme.test"],
    mailboxes: [
      {
        imapHost: "127.0.0.1",
        imapPort: port,
        imapSecurity: "none",
        imapUsername: "sender1@ours.test",
        imapPassword: await t.deps.vault.seal("imap-pw", place),
      },
    ],
    steps: [
      { subject: "Hallo {{ first_name }}", bodyText: "Hallo" },
      { delay: 1, delayUnit: "days", bodyText: "Nochmals" },
    ],
  });
  await t.tick();
  await t.drain();
  await grantIntents(t.deps, {
    intents: taken.map(({ ticket, lease }) => ({ ticket, lease })),
  });
  await settleResults(t.deps, { results: taken.map((mail) => reportOf(mail)) });
  const [ann, gone] = ["ann@acme.test", "gone@acme.test"].map((address) =>
    taken.find((mail) => mail.to[0]?.address === address),
  );
  if (!ann || !gone) throw new Error("two mails were due");

  server.append("sender1@ours.test", "INBOX", replyTo(ann));
  server.append("sender1@ours.test", "Junk", bounceOf(gone));
  const ctx = inWorkspace(t.deps, seeded.workspaceId);
  for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);

  expect(await t.db.select().from(threads)).toEqual([
    expect.objectContaining({ snippet: "Gerne, nächste Woche.", subject: "Re: Hallo ann – gerne" }),
  ]);
  const reply = (await t.db.select().from(messages)).find((m) => m.type === "reply");
  expect(reply).toMatchObject({ fromName: "Ann Müller", matchedBy: "header", folder: "INBOX" });
  expect(reply?.html.trim()).toBe("<p>Gerne, nächste Woche.</p>");
  const statuses = (await t.db.select().from(campaignLeads)).map((row) => row.status);
  expect(statuses).toEqual(["replied", "bounced"]);
  expect((await t.db.select().from(suppressions)).map((s) => s.value)).toEqual(["gone@acme.test"]);

  await t.db.update(mailboxes).set({ imapPassword: await t.deps.vault.seal("wrong", place) });
  for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);
  const [mailbox] = await t.db.select().from(mailboxes);
  expect(mailbox?.statusMessage).toMatch(/^Its replies can't be read: IMAP failed at auth: /);
  expect(mailbox?.syncFailures).toBe(1);
});

it("where much is new, what concerns us is found among it by its headers, in order, and the rest is passed over", async () => {
  const reader = createImapServer();
  reader.addUser("sender1@ours.test", "imap-pw");
  const port = await reader.listen();
  const taken: OutgoingMail[] = [];
  const asked: { heads: number; whole: number } = { heads: 0, whole: 0 };
  const t = await harness({
    mail: {
      transmit: async (mails) => void taken.push(...mails),
      fetch: async (request) => {
        const answer = await rig.mail().fetch(request);
        for (const folder of answer.folders) {
          asked.heads += folder.heads?.length ?? 0;
          asked.whole += folder.mails.length;
        }
        return answer;
      },
    },
  });
  const { wid } = await t.signUp();
  const seeded = await seedOutreach(t, wid, {
    leads: ["ann@acme.test", "gone@acme.test", "eve@acme.test"],
    mailboxes: [
      {
        imapHost: "127.0.0.1",
        imapPort: port,
        imapSecurity: "none",
        imapUsername: "sender1@ours.test",
        imapPassword: await t.deps.vault.seal("imap-pw", `mailboxes:imap_password:${wid}`),
      },
    ],
    steps: [
      { subject: "Hallo", bodyText: "Hallo" },
      { delay: 1, bodyText: "Nochmals" },
    ],
  });
  await t.tick();
  await t.drain();
  await grantIntents(t.deps, { intents: taken.map(({ ticket, lease }) => ({ ticket, lease })) });
  await settleResults(t.deps, { results: taken.map((mail) => reportOf(mail)) });
  const of = (address: string) => taken.find((mail) => mail.to[0]?.address === address);
  const [ann, gone] = [of("ann@acme.test"), of("gone@acme.test")];
  if (!ann || !gone) throw new Error("mails were due");

  const letter = (i: number) =>
    `From: Person <p${i}@else.test>\r\nSubject: News ${i}\r\nMessage-ID: <n${i}@else.test>\r\n\r\nhello\r\n`;
  const put = (raw: string) => reader.append("sender1@ours.test", "INBOX", raw);
  for (let i = 0; i < 700; i++) {
    put(letter(i));
    if (i === 30) put(replyTo(ann));
    if (i === 550) put(bounceOf(gone));
    // Without usable headers: known by who wrote it, and about what.
    if (i === 660) put("From: Eve <eve@acme.test>\r\nSubject: AW: Hallo\r\n\r\nJa gern\r\n");
  }
  const ctx = inWorkspace(t.deps, seeded.workspaceId);
  for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);
  expect((await t.db.select().from(campaignLeads)).map((row) => row.status)).toEqual([
    "replied",
    "bounced",
    "replied",
  ]);
  expect(asked).toEqual({ heads: 703, whole: 3 });
  const [cursor] = await t.db.select().from(imapCursors);
  expect(cursor?.lastUid).toBe(703);
  for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);
  expect(asked).toEqual({ heads: 703, whole: 3 });
  expect((await t.db.select().from(messages)).filter((m) => m.type === "reply")).toHaveLength(2);
  await reader.close();
});

it("heads are read ahead, and yet what could not be taken is never passed by what follows it", async () => {
  const seen: (number | readonly number[])[] = [];
  let whole: "away" | "gone" | "there" = "away";
  const head = (uid: number) => ({
    uid,
    from: { address: `p${uid}@else.test`, name: "" },
    in_reply_to: [],
    references: [],
    headers: {},
    cut: uid === 2,
  });
  const t = await harness({
    mail: {
      fetch: async ({ folders: [inbox] }) => {
        const { last_uid = 0, uids } = inbox ?? {};
        seen.push(uids ?? last_uid);
        const found = { folder: "INBOX", uid_validity: "1", mails: [], more: false };
        if (uids) {
          if (whole === "away") throw new AppError("upstream_unavailable", "It is away.");
          return { folders: whole === "gone" ? [] : [found] };
        }
        const heads = [1, 2, 3, 4, 5, 6]
          .filter((uid) => uid > last_uid)
          .slice(0, 2)
          .map(head);
        return { folders: [{ ...found, heads, more: last_uid < 4 }] };
      },
    },
  });
  const { wid } = await t.signUp();
  const imapPassword = await t.deps.vault.seal("imap-pw", `mailboxes:imap_password:${wid}`);
  const seeded = await seedOutreach(t, wid, {
    mailboxes: [{ imapHost: "mail.test", imapPort: 993, imapUsername: "u", imapPassword }],
  });
  const ctx = inWorkspace(t.deps, seeded.workspaceId);
  const sync = async () => {
    seen.length = 0;
    for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);
    const [cursor] = await t.db.select().from(imapCursors);
    return cursor?.lastUid ?? null;
  };
  expect(await sync()).toBe(null);
  expect(seen).toEqual([0, 2, [2]]);
  whole = "gone";
  expect(await sync()).toBe(null);
  whole = "there";
  expect(await sync()).toBe(6);
  expect(seen).toEqual([0, 2, [2], 4]);
});
