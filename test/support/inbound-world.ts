import { eq } from "drizzle-orm";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { Egress, MailWatcher } from "#platform/ctx/ports.ts";
import { campaignLeads, type campaigns, type steps } from "#modules/campaigns/schema/campaigns.ts";
import type { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { events } from "#modules/events/schema/events.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import type { AppError } from "#platform/rules/errors.ts";
import { syncMailbox } from "#modules/inbox/sync/sync-mailbox.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { parseMail } from "#companion/inbound/parse-mail.ts";
import { harness } from "./harness.ts";
import { inboxes, mailFrom } from "./inbox.ts";
import { reportOf, seedOutreach } from "./outreach.ts";

export const TWO_STEPS: Partial<typeof steps.$inferInsert>[] = [
  { subject: "Hello {{ first_name }}", bodyText: "Hi" },
  { delay: 2, delayUnit: "days", bodyText: "Again" },
];

type Ending = Parameters<typeof reportOf>[1];

/** A campaign whose first mails have left, with mailboxes that the test fills. */
export async function outreach(
  options: {
    leads?: string[];
    campaign?: Partial<typeof campaigns.$inferInsert>;
    mailboxes?: number;
    steps?: typeof TWO_STEPS;
    watcher?: MailWatcher;
    egress?: Partial<Egress>;
    /** What a server answers to a mail. */
    ending?: Ending | ((mail: OutgoingMail) => Ending);
    /** Of every mailbox. */
    mailbox?: Partial<typeof mailboxes.$inferInsert>;
  } = {},
) {
  const world = inboxes();
  const taken: OutgoingMail[] = [];
  /** What the sender's server does at once; null: mail is only taken, and the test reports. */
  const smtp: { answer: ((mail: OutgoingMail) => Partial<SendResult> | AppError) | null } = {
    answer: null,
  };
  const down: { error: AppError | null } = { error: null };
  const tending: { error: AppError | null } = { error: null };
  const t = await harness({
    ...(options.egress && { egress: options.egress }),
    mail: {
      transmit: async (mails) => {
        for (const mail of mails) {
          const answer = smtp.answer?.(mail) ?? null;
          if (answer instanceof Error) throw answer;
          const { ticket, lease } = mail;
          const asked = answer && (await grantIntents(t.deps, { intents: [{ ticket, lease }] }));
          if (!asked || asked.granted.length > 0) taken.push(mail);
          const change = asked?.granted.length === 0 ? { ending: "withheld" as const } : answer;
          if (change) await settleResults(t.deps, { results: [reportOf(mail, change)] });
        }
      },
      watcher: options.watcher ?? null,
      fetch: async (request) => {
        if (down.error) throw down.error;
        return world.fetch(request);
      },
      parse: async ({ raw, received_at }) => {
        const bytes = Buffer.from(raw, "base64");
        return parseMail(bytes, { uid: 1, received_at, size: bytes.length });
      },
      attachment: async (request) => {
        if (down.error) throw down.error;
        return world.attachment(request);
      },
      tend: async (request) => {
        if (tending.error) throw tending.error;
        return world.tend(request);
      },
      test: async () => {
        const ok = {
          ok: true,
          latency_ms: 1,
          step: "ok",
          error_code: null,
          message: null,
          hint: null,
        } as const;
        return { smtp: ok, imap: { ...ok, folders: { inbox: "INBOX", sent: null, junk: null } } };
      },
    },
  });
  const { wid } = await t.signUp();
  const imapPassword = await t.deps.vault.seal("pw", `mailboxes:imap_password:${wid}`);
  const seeded = await seedOutreach(t, wid, {
    leads: options.leads ?? ["ann@acme.test"],
    steps: options.steps ?? TWO_STEPS,
    mailboxes: Array.from({ length: options.mailboxes ?? 1 }, (_, i) => ({
      imapHost: "imap.ours.test",
      imapPort: 993,
      imapUsername: `sender${i + 1}@ours.test`,
      imapPassword,
      syncDueAt: t.clock.now,
      ...options.mailbox,
    })),
    ...(options.campaign && { campaign: options.campaign }),
  });
  const endingOf = (mail: OutgoingMail): Ending =>
    typeof options.ending === "function" ? options.ending(mail) : options.ending;
  const transmit = async () => {
    await t.tick();
    await t.drain();
    const mails = taken.splice(0);
    const claims = mails.map(({ ticket, lease }) => ({ ticket, lease }));
    if (claims.length > 0) await grantIntents(t.deps, { intents: claims });
    if (mails.length > 0) {
      await settleResults(t.deps, { results: mails.map((mail) => reportOf(mail, endingOf(mail))) });
    }
    return mails;
  };
  const mails = await transmit();
  const ctx = inWorkspace(t.deps, seeded.workspaceId);
  const sync = async () => {
    for (const id of seeded.mailboxIds) await syncMailbox(ctx, id);
  };
  const total = async () =>
    (await t.db.select().from(stats).where(eq(stats.campaignId, seeded.campaignId))).find(
      (row) => row.dimension === "total",
    );
  const eventsOf = async (type: string) =>
    (await t.db.select().from(events))
      .filter((e) => e.type === type)
      .map((e) => JSON.parse(e.body).data);
  const enrolments = async () => (await t.db.select().from(campaignLeads)).map((row) => row.status);
  return {
    t,
    wid,
    ctx,
    world,
    down,
    tending,
    smtp,
    taken,
    mails,
    transmit,
    sync,
    total,
    eventsOf,
    enrolments,
    ...seeded,
  };
}

/** A person's answer to a mail. */
export const answerTo = (
  mail: OutgoingMail | undefined,
  change: Partial<InboundMail> = {},
): InboundMail =>
  mailFrom(mail?.to[0]?.address ?? "", {
    in_reply_to: [mail?.message_id ?? ""],
    references: [mail?.message_id ?? ""],
    subject: `Re: ${mail?.subject}`,
    text: `Yes, let us talk.\n\nOn Wed, Nov 18, 2026 at 12:00 Sender 1 <sender1@ours.test> wrote:\n> Hi`,
    ...change,
  });
