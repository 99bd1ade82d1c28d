import { sql } from "drizzle-orm";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { warmupDays, warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { AppError } from "#platform/rules/errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { planDueWarmups } from "#modules/warmup/mails/plan-due.ts";
import { claimDue } from "#modules/delivery/engine/claim.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { warmupKind } from "#modules/warmup/mails/kind.ts";
import { maintainDueWarmups } from "#modules/warmup/mailbox-care/maintain-warmup-mailbox.ts";
import { type Harness, harness, type HarnessOptions } from "./harness.ts";
import { inboxes, mailFrom } from "./inbox.ts";
import { reportOf } from "./outreach.ts";

/** Two mailboxes on each of three domains. */
export const SIX = [
  "ann@one.test",
  "bea@one.test",
  "cem@two.test",
  "dan@two.test",
  "eve@three.test",
  "fin@three.test",
];

export type WarmupWorldOptions = {
  emails?: readonly string[];
  mailbox?: Partial<typeof mailboxes.$inferInsert>;
  /** When the clock begins. */
  from?: UnixMs;
  /** What else the install is given. */
  also?: Omit<HarnessOptions, "mail">;
};

/** Adds connected mailboxes as rows, one for each address. */
export async function addMailboxes(
  t: Harness,
  wid: number,
  emails: readonly string[],
  more: Partial<typeof mailboxes.$inferInsert> = {},
): Promise<MailboxId[]> {
  const seal = (column: string) => t.deps.vault.seal("pw", `mailboxes:${column}:${wid}`);
  const [smtpPassword, imapPassword] = [await seal("smtp_password"), await seal("imap_password")];
  const ids: MailboxId[] = [];
  for (const email of emails) {
    const name = email.slice(0, email.indexOf("@"));
    const [row] = await t.db
      .insert(mailboxes)
      .values({
        workspaceId: wid as WorkspaceId,
        email,
        fromName: `${name.charAt(0).toUpperCase()}${name.slice(1)} Example`,
        smtpHost: "127.0.0.1",
        smtpPort: 2525,
        smtpUsername: email,
        smtpPassword,
        imapHost: "127.0.0.1",
        imapPort: 1143,
        imapUsername: email,
        imapPassword,
        syncDueAt: t.clock.now,
        dailyLimit: 30,
        minGapSeconds: 0,
        gapJitterSeconds: 0,
        createdAt: t.clock.now,
        updatedAt: t.clock.now,
        ...more,
      })
      .returning({ id: mailboxes.id });
    if (row) ids.push(row.id);
  }
  return ids;
}

/** An app with mailboxes for warmup, whose mail service the test brings. */
export async function warmupApp(
  mail: (t: () => Harness) => NonNullable<HarnessOptions["mail"]>,
  options: WarmupWorldOptions = {},
) {
  const emails = options.emails ?? SIX;
  const holder: { t: Harness | null } = { t: null };
  const app = (): Harness => {
    if (!holder.t) throw new Error("the app is not there yet");
    return holder.t;
  };
  const t = await harness({ ...options.also, mail: mail(app) });
  holder.t = t;
  if (options.from !== undefined) t.clock.now = options.from;
  const { wid, user } = await t.signUp();
  const ids = await addMailboxes(t, wid, emails, options.mailbox);
  const W = `/api/v1/workspaces/${wid}/warmup`;
  /** Signs in again when a week has passed. */
  const asking = async (ask: () => ReturnType<Harness["get"]>) => {
    const answer = await ask();
    if (answer.status !== 401) return answer;
    const password = "correct horse battery";
    const login = await t.post("/api/v1/auth/login", { username: user.username, password });
    t.useCookie((login.headers.get("set-cookie") ?? "").split(";")[0] ?? "");
    return ask();
  };
  const start = async (body: unknown = {}, which: readonly MailboxId[] = ids): Promise<void> => {
    for (const id of which) {
      const answer = await asking(() => t.post(`${W}/${id}/start`, body));
      if (answer.status !== 200) throw new Error(answer.text);
    }
  };
  const statuses = async () => {
    const answer = await asking(() => t.get(`${W}?limit=200`));
    if (answer.status !== 200) throw new Error(answer.text);
    // Newest first on the wire; here in the order of the addresses.
    return answer.json.data.toReversed();
  };
  return {
    t,
    wid,
    W,
    ctx: inWorkspace(t.deps, wid as WorkspaceId),
    ids,
    emails,
    asking,
    start,
    statuses,
    rows: () => t.db.select().from(warmups),
    mails: () => t.db.select().from(warmupMails),
    days: () => t.db.select().from(warmupDays),
  };
}

/** Mailboxes whose mail reaches one another through a companion that the test plays. */
export async function warmupWorld(options: WarmupWorldOptions = {}) {
  const world = inboxes();
  const sent: { mail: OutgoingMail; at: number }[] = [];
  /** What the servers do with a mail. */
  const server = {
    answer: (_mail: OutgoingMail): Partial<SendResult> | "lost" => ({}),
    folder: (_mail: OutgoingMail): string => "INBOX",
    /** Takes a mail that goes elsewhere; false: it is for a mailbox of this world. */
    carry: (_mail: OutgoingMail): boolean => false,
    /** The Message-ID under which it arrives. */
    idOf: ({ message_id: id }: OutgoingMail): string => id,
    away: false,
    imapAway: false,
  };
  /** Mailboxes with something new in them. */
  const changed = new Set<string>();
  const put = (mail: InboundMail, email: string, folder?: string): InboundMail => {
    changed.add(email);
    return world.put(mail, email, folder);
  };
  const deliver = (mail: OutgoingMail) =>
    put(
      { ...asReceived(mail), message_id: server.idOf(mail) },
      mail.envelope.to[0] ?? "",
      server.folder(mail),
    );
  const base = await warmupApp(
    (app) => ({
      async transmit(mails) {
        if (server.away) throw new AppError("upstream_unavailable", "The mail service is away.");
        const { deps, clock } = app();
        for (const mail of mails) {
          const { ticket, lease } = mail;
          const answer = server.answer(mail);
          const asked = await grantIntents(deps, { intents: [{ ticket, lease }] });
          const granted = asked.granted.length > 0;
          const change = granted ? answer : { ending: "withheld" as const };
          if (change === "lost") continue;
          const report = reportOf(mail, change);
          if (report.ending === "accepted") {
            sent.push({ mail, at: clock.now });
            if (!server.carry(mail)) deliver(mail);
          }
          await settleResults(deps, { results: [report] });
        }
      },
      fetch: (request) => world.fetch(request),
      async tend(request) {
        if (server.imapAway) throw new AppError("upstream_failed", "The mailbox is away.");
        changed.add(request.imap.username);
        return world.tend(request);
      },
    }),
    options,
  );
  const { t, wid, ids, emails, ctx } = base;
  /** Mailboxes that are read: those of other workspaces, too. */
  const read = ids.map((id, i) => ({ ctx, id, email: emails[i] ?? "" }));
  const sync = async (): Promise<void> => {
    for (const { ctx: inside, id, email } of read) {
      if (changed.delete(email)) await syncMailbox(inside, id);
    }
    // A sync of a mailbox in trouble may ask for a check, which is not this test's.
    t.queue.splice(0);
  };
  /** The sweeps of a tick that concern warmup, and the jobs that they woke. */
  const step = async (): Promise<void> => {
    await t.sweep((deps) => sweepLapsed(deps, warmupKind));
    await t.sweep(planDueWarmups);
    await t.sweep((deps) => claimDue(deps, warmupKind));
    await t.sweep(maintainDueWarmups);
    await t.drain();
  };
  /** When something is to be done next. */
  const nextDue = async (): Promise<number> => {
    const [row] = await t.db.all<{ at: number | null }>(sql`SELECT min(at) AS at FROM (
      SELECT min(plan_due_at) AS at FROM ${warmups} WHERE state <> 'paused'
      UNION ALL SELECT min(due_at) FROM ${warmupMails} WHERE state = 'queued'
      UNION ALL SELECT min(lease_until) FROM ${warmupMails} WHERE state IN ('leased', 'sending')
      UNION ALL SELECT min(care_due_at) FROM ${warmupMails} WHERE care IS NOT NULL)`);
    return row?.at ?? Number.POSITIVE_INFINITY;
  };
  const play = async (forMs: number, stepMs: number = 10 * MINUTE_MS): Promise<void> => {
    for (const end = t.clock.now + forMs; t.clock.now < end; t.advance(stepMs)) {
      if ((await nextDue()) > t.clock.now) continue;
      await step();
      await sync();
    }
  };
  /** Another workspace of the install, with mailboxes whose warmup runs. */
  const neighbour = async (name: string, addresses: readonly string[]) => {
    const other = await t.signUp(name, `${name.toLowerCase()}@people.test`);
    const inside = inWorkspace(t.deps, other.wid as WorkspaceId);
    const own = await addMailboxes(t, other.wid, addresses);
    const path = `/api/v1/workspaces/${other.wid}/warmup`;
    for (const id of own) await t.post(`${path}/${id}/start`, {});
    read.push(...own.map((id, i) => ({ ctx: inside, id, email: addresses[i] ?? "" })));
    return { ...other, ctx: inside, ids: own, W: path };
  };
  return {
    ...base,
    neighbour,
    world,
    put,
    deliver,
    server,
    sent,
    sync,
    step,
    play,
    /** The next morning in UTC, when the hours begin. */
    morning: () => {
      const sinceEight = (t.clock.now - 8 * HOUR_MS) % DAY_MS;
      t.advance(DAY_MS - sinceEight);
    },
    /** Deliveries of a mailbox's mails that were seen just now. */
    place: async (id: MailboxId, inbox: number, spam: number) => {
      const [, other = id] = ids;
      for (let n = 0; n < inbox + spam; n++) {
        await t.db.insert(warmupMails).values({
          workspaceId: wid as WorkspaceId,
          kind: "starter",
          fromMailboxId: id,
          toMailboxId: other,
          messageId: crypto.randomUUID(),
          seed: "placed",
          language: "en",
          state: "sent",
          dueAt: t.clock.now,
          expiresAt: t.clock.now,
          createdAt: t.clock.now,
          placement: n < inbox ? "inbox" : "spam",
          placedAt: t.clock.now,
        });
      }
    },
  };
}

/** A sent mail as its recipient's companion reports it. */
export const asReceived = (mail: OutgoingMail) =>
  mailFrom(mail.from.address, {
    message_id: mail.message_id,
    in_reply_to: mail.in_reply_to?.split(" ") ?? [],
    references: [...mail.references],
    from: mail.from,
    to: [...mail.to],
    subject: mail.subject,
    text: mail.text,
    headers: Object.fromEntries(
      Object.entries(mail.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  });
