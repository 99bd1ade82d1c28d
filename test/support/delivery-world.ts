import { sql } from "drizzle-orm";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import { asId, type ThreadId, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { AppError } from "#platform/rules/errors.ts";
import { claimDueResends } from "#modules/campaigns/resends/claim-resends.ts";
import { resendKind } from "#modules/campaigns/resends/kind.ts";
import { sendKind } from "#modules/campaigns/sends/kind.ts";
import { claimDueSends } from "#modules/campaigns/claim/claim-due.ts";
import { claimDue } from "#modules/delivery/engine/claim.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import type { Kind } from "#modules/delivery/engine/kind.ts";
import { sweepLapsed } from "#modules/delivery/engine/recover.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { replyKind } from "#modules/inbox/replies/kind.ts";
import { insertMail } from "#modules/inbox/replies/queue-store.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { claimDuePlacements } from "#modules/placement/mails/claim-placements.ts";
import { placementKind } from "#modules/placement/mails/kind.ts";
import { warmupKind } from "#modules/warmup/mails/kind.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import { WRONG_SLOTS } from "#test/faults/ledger.ts";
import { type Harness, harness, type HarnessOptions } from "./harness.ts";
import { reportOf, seedOutreach } from "./outreach.ts";
import { addMailboxes } from "./warmup-world.ts";

/** What the companion tells of a mail that left and was never answered. */
export const LOST = { ending: "network", phase: "dot", code: null, response: null } as const;
/** What it tells of a mail that it gave back untried. */
export const WITHHELD = {
  ending: "withheld",
  phase: "connect",
  code: null,
  response: null,
} as const;

/** A mail as its row stands. */
export type MailRow = {
  readonly id: number;
  readonly state: string;
  readonly lease: string | null;
  readonly attempts: number;
  readonly usage: string;
  readonly evidence: string | null;
  readonly due_at: number;
};

type Seeds = {
  /** Two due mails, from two mailboxes. */
  readonly seed: (w: Play) => Promise<void>;
  readonly claim: (w: Play) => Promise<void>;
};
type Play = Awaited<ReturnType<typeof playOf>>;

/** Every kind of mail, and how two of it come to be due. */
export const KINDS: readonly (Seeds & { readonly kind: Kind })[] = [
  { kind: sendKind, seed: seedSends, claim: ({ t }) => t.sweep(claimDueSends) },
  { kind: resendKind, seed: seedResends, claim: ({ t }) => t.sweep(claimDueResends) },
  {
    kind: replyKind,
    seed: seedReplies,
    claim: ({ t }) => t.sweep((deps) => claimDue(deps, replyKind)),
  },
  {
    kind: warmupKind,
    seed: seedWarmups,
    claim: ({ t }) => t.sweep((deps) => claimDue(deps, warmupKind)),
  },
  { kind: placementKind, seed: seedPlacements, claim: ({ t }) => t.sweep(claimDuePlacements) },
];

/** An app in which two mails of a kind are due; the test plays the companion. */
export async function deliveryWorld(
  { kind, seed, claim }: (typeof KINDS)[number],
  options: HarnessOptions = {},
) {
  const w = await playOf(options);
  await seed(w);
  const { t, taken } = w;
  const { table, id, mailbox } = kind.ledger;
  return {
    ...w,
    kind,
    /** What a tick claims and hands over. */
    async claim(): Promise<OutgoingMail[]> {
      await claim(w);
      await t.drain();
      return taken.splice(0);
    },
    /** What a tick claims, and the wake-ups that it sends for them, which nobody has read yet. */
    async wake() {
      await claim(w);
      return t.queue.splice(0);
    },
    sweep: () => t.sweep((deps) => sweepLapsed(deps, kind)),
    rows: (): Promise<MailRow[]> =>
      t.db
        .all(sql`SELECT l.${sql.raw(id)} AS id, l.state, l.lease, l.attempts, l.usage, l.evidence, l.due_at
        FROM ${table} l ORDER BY 1`),
    states: async () =>
      (
        await t.db.all<{ state: string }>(sql`SELECT state FROM ${table} ORDER BY ${sql.raw(id)}`)
      ).map(({ state }) => state),
    /** Everybody who sends is switched off. */
    disable: () =>
      t.db
        .update(mailboxes)
        .set({ status: "disabled" })
        .where(sql`${mailboxes.id} IN (SELECT l.${sql.raw(mailbox)} FROM ${table} l)`),
    /** Where the day's limits count otherwise than the mails. */
    wrongSlots: () => t.db.all(sql.raw(WRONG_SLOTS)),
  };
}

async function playOf(options: HarnessOptions) {
  const taken: OutgoingMail[] = [];
  const state = { away: false };
  const t: Harness = await harness({
    ...options,
    mail: {
      async transmit(mails) {
        if (state.away) throw new AppError("upstream_unavailable", "The mail service is away.");
        taken.push(...mails);
      },
      ...options.mail,
    },
  });
  const { wid } = await t.signUp();
  const claims = (mails: readonly OutgoingMail[]) =>
    mails.map(({ ticket, lease }) => ({ ticket, lease }));
  return {
    t,
    wid,
    workspaceId: asId<WorkspaceId>(wid),
    state,
    taken,
    intend: async (mails: readonly OutgoingMail[], run?: string) =>
      (await grantIntents(t.deps, { intents: claims(mails), ...(run && { run }) })).granted,
    report: (mails: readonly OutgoingMail[], change: Partial<SendResult> = {}) =>
      settleResults(t.deps, { results: mails.map((mail) => reportOf(mail, change)) }),
  };
}

async function seedSends({ t, wid }: Play): Promise<void> {
  await seedOutreach(t, wid, { leads: ["ann@acme.test", "bob@other.test"], mailboxes: [{}, {}] });
}

async function seedResends(w: Play): Promise<void> {
  await seedSends(w);
  const { t, wid } = w;
  await t.sweep(claimDueSends);
  await t.drain();
  const mails = w.taken.splice(0);
  await w.intend(mails);
  await w.report(mails, LOST);
  const { json } = await t.get(`/api/v1/workspaces/${wid}/campaigns/1/unclear`);
  for (const { id } of json.data) {
    await t.post(`/api/v1/workspaces/${wid}/campaigns/1/sends/${id}/again`, {});
  }
  // Their Sent folders were looked through by then.
  t.advance(17 * MINUTE_MS);
}

async function seedReplies({ t, wid, workspaceId }: Play): Promise<void> {
  const { mailboxIds, leadIds } = await seedOutreach(t, wid, {
    leads: ["ann@acme.test", "bob@other.test"],
    mailboxes: [{}, {}],
    campaign: { status: "draft" },
  });
  const now = t.clock.now;
  for (const [i, mailboxId] of mailboxIds.entries()) {
    const leadId = leadIds[i] ?? null;
    const to = ["ann@acme.test", "bob@other.test"][i] ?? "";
    const [thread] = await t.db
      .insert(threads)
      .values({
        workspaceId,
        leadId,
        mailboxId,
        subject: "Hello",
        lastMessageAt: now,
        lastDirection: "inbound",
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: threads.id });
    await insertMail(
      t.db,
      workspaceId,
      {
        type: "manual",
        attachments: [],
        threadId: thread?.id ?? asId<ThreadId>(0),
        mailboxId,
        leadId,
        sendId: null,
        fromEmail: `sender${i + 1}@ours.test`,
        fromName: "Sender",
        to: [to],
        cc: [],
        bcc: [],
        subject: "Re: Hello",
        text: "Gladly.",
        html: "",
        snippet: "Gladly.",
        messageId: `m.${i}@ours.test`,
        inReplyTo: null,
        references: [],
        force: false,
        createdBy: "user:1",
        sendAt: now,
        below: null,
      },
      null,
      now,
    );
  }
}

async function seedWarmups({ t, wid, workspaceId }: Play): Promise<void> {
  const ids = await addMailboxes(t, wid, ["ann@one.test", "bea@two.test"]);
  const now = t.clock.now;
  for (const [i, mailboxId] of ids.entries()) {
    await t.db.insert(warmups).values({
      mailboxId,
      workspaceId,
      state: "warming",
      startVolume: 2,
      dailyIncrement: 2,
      dailyLimit: 10,
      replyRate: 30,
      weekdaysOnly: false,
      windowStart: "00:00",
      windowEnd: "23:59",
      rescueSpam: true,
      maintenanceMin: 2,
      maintenanceMax: 4,
      planDueAt: later(now, DAY_MS),
      startedAt: now,
      updatedAt: now,
    });
    await t.db.insert(warmupMails).values({
      workspaceId,
      kind: "starter",
      fromMailboxId: mailboxId,
      toMailboxId: ids[1 - i] ?? mailboxId,
      messageId: `w.${i}@one.test`,
      seed: `seed-${i}`,
      language: "en",
      state: "queued",
      dueAt: now,
      expiresAt: later(now, 2 * DAY_MS),
      createdAt: now,
    });
  }
}

async function seedPlacements({ t, wid }: Play): Promise<void> {
  const W = `/api/v1/workspaces/${wid}`;
  const emails = ["sender1@ours.test", "sender2@ours.test", "seed@else.test"];
  const [one, two, seed] = await addMailboxes(t, wid, emails);
  await t.put(`${W}/mailboxes/${seed}/seed`, { enabled: true });
  const body = { subject: "Hello", body_text: "Gladly.", mailbox_ids: [one, two] };
  const answer = await t.post(`${W}/placement-tests`, body);
  if (answer.status !== 201) throw new Error(answer.text);
}
