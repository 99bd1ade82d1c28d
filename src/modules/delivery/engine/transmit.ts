import { sql } from "drizzle-orm";
import type { OutgoingMail, SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { ticketOf } from "#platform/rules/mail/ticket.ts";
import { isSample, isSandbox } from "#platform/rules/mail/sandbox.ts";
import { sandboxTakes } from "#modules/delivery/hooks.ts";
import type { Composed, Kind, Letter } from "./kind.ts";
import { among, prolong, delayLeased, skipLeased, unchangedSince } from "./moves.ts";
import { settleResults } from "./settle.ts";
import { endGaps, returnSlots } from "./slots.ts";

type Of<K extends Composed["as"]> = Extract<Composed, { as: K }>;

/**
 * Makes the mails of a lease and hands them over. A repeat hands the same mails over again, which
 * the journal of the mail service and the intent gate turn into one transmission. What is not handed
 * over waits, ends or fails as its kind says, and gives back what it took of the day's limits.
 * Answers whether any was taken.
 */
export async function transmit(
  ctx: WorkspaceCtx,
  kind: Kind,
  lease: string,
  ids: readonly number[],
): Promise<boolean> {
  const { composed, keep = [], after } = await kind.compose(ctx, lease, ids);
  if (composed.length === 0) return false;
  const of = <K extends Composed["as"]>(as: K) =>
    composed.filter((one): one is Of<K> => one.as === as);
  const [ready, ended, waiting] = [of("mail"), of("ended"), of("wait")];
  const claim = { lease, now: ctx.now() };
  const { db, workspaceId } = ctx;
  await runBatch(db, [
    ...keep,
    ...freeSlotsOfStopped(ctx, kind, lease, [...ended, ...waiting]),
    ...(ended.length > 0
      ? [skipLeased(db, kind, workspaceId, lease, ended.map(toSkip), claim.now)]
      : []),
    ...(waiting.length > 0 ? [delayLeased(db, kind, workspaceId, lease, waiting.map(toWait))] : []),
    ...(ready.length > 0 ? [prolong(db, kind, workspaceId, claim, ready.map(idOf))] : []),
  ]);
  const results = [
    ...of("away").map(({ letter }) => untried(ctx, kind, lease, letter)),
    ...of("unsendable").map(({ letter, detail }) => untried(ctx, kind, lease, letter, detail)),
  ];
  const taken = await handOver(ctx, kind, lease, ready);
  if (!taken) results.push(...ready.map(({ letter }) => untried(ctx, kind, lease, letter)));
  if (results.length > 0) await settleResults(ctx, { results });
  await after?.();
  return taken;
}

/** A mail service that is away costs nothing: the lease is given up, and the mails are due again. */
async function handOver(
  ctx: WorkspaceCtx,
  kind: Kind,
  lease: string,
  ready: readonly Of<"mail">[],
): Promise<boolean> {
  if (ready.length === 0) return false;
  try {
    const mails = ready.map(({ mail, letter }): OutgoingMail => ({
      ...mail,
      ticket: ticketOf(kind.name, ctx.workspaceId, letter.id),
      lease,
    }));
    const [here, out] = [mails.filter(staysHere), mails.filter((mail) => !staysHere(mail))];
    if (here.length > 0) await ctx.hooks.one(sandboxTakes)(ctx, here);
    if (out.length > 0) await ctx.mail.transmit(out);
    return true;
  } catch (cause) {
    const fields = { kind: kind.name, count: ready.length, cause: String(cause) };
    ctx.log("delivery.not_taken", fields, "warn");
    return false;
  }
}

/** What a sandbox mailbox sends, and what a real one sends to sample leads, reaches no network. */
const staysHere = ({ smtp, envelope }: OutgoingMail): boolean =>
  isSandbox({ smtpHost: smtp.host }) || envelope.to.some(isSample);

/** Who goes no further takes nobody's place: slots and gap of the claim are given back. */
function freeSlotsOfStopped(
  { db, workspaceId, now }: WorkspaceCtx,
  kind: Kind,
  lease: string,
  stopped: readonly Composed[],
): Statement[] {
  if (stopped.length === 0) return [];
  const { ledger } = kind;
  const ids = stopped.map(idOf);
  const ours = sql`${among(ledger, ids)} AND +l.lease = ${lease} AND +l.state = 'leased'`;
  const held = unchangedSince(
    kind,
    workspaceId,
    ids.map((id) => ({ id, state: "leased", lease })),
  );
  return [
    returnSlots(db, ledger, workspaceId, ours),
    ...(kind.claim.by === "choice" ? [endGaps(db, ledger, workspaceId, ids, now(), held)] : []),
  ];
}

const idOf = ({ letter }: { readonly letter: Letter }): number => letter.id;
const toSkip = ({ letter, reason }: Of<"ended">) => ({ id: letter.id, reason });
const toWait = ({ letter, until, reason, detail }: Of<"wait">) => ({
  id: letter.id,
  until,
  reason,
  detail,
});

/** What is known without asking a server: nothing was tried, or, with words, never will be. */
const untried = (
  { workspaceId }: WorkspaceCtx,
  kind: Kind,
  lease: string,
  letter: Letter,
  words: string | null = null,
): SendResult => ({
  ticket: ticketOf(kind.name, workspaceId, letter.id),
  lease,
  message_id: letter.messageId,
  ending: words === null ? "withheld" : "unsendable",
  phase: "connect",
  code: null,
  enhanced: null,
  response: words,
  replayed: false,
});
