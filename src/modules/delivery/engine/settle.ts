import { sql } from "drizzle-orm";
import type { ResultsRequest, ResultsResponse, SendResult } from "#platform/wire/transmission.ts";
import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch } from "#platform/db/db.ts";
import { usedBy } from "#platform/ctx/usage.ts";
import { readTicket } from "#platform/rules/mail/ticket.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import {
  noteMailboxFailure,
  noteMailboxSuccess,
  noteReplacedIds,
} from "#modules/mailboxes/connections/note-sending-failure.ts";
import { databaseSetBack, mailboxRefused } from "#modules/delivery/hooks.ts";
import { asksToSlowDown } from "#modules/delivery/rules/pace-refusal.ts";
import { reportApplies, type Verdict, verdictOn } from "#modules/delivery/rules/ends.ts";
import { serverMessageIdOf } from "#modules/delivery/rules/server-message-id.ts";
import { outcomeOf, troubleText } from "#modules/delivery/rules/outcome.ts";
import { type MailRow, selectMails } from "./mail-store.ts";
import type { Effects, End, Guard, Kind } from "./kind.ts";
import { kindNamed } from "./kinds.ts";
import { among, learnServerIds, type Move, settleRows, unchangedSince } from "./moves.ts";
import { endGaps, returnSlots } from "./slots.ts";

/** Mails that one batch settles, and the statements that it may have. */
const MAILS_AT_ONCE = 200;
const STATEMENTS_AT_ONCE = 150;

/**
 * Stores what became of transmissions. Repeating a report changes nothing: each outcome is written
 * while its mail is unchanged since it was read. Answers the tickets that need not be reported again:
 * all but those whose storing failed.
 */
export async function settleResults(deps: Deps, request: ResultsRequest): Promise<ResultsResponse> {
  const results = request.results.map((result) => ({
    ...result,
    ended_at: byOurClock(result, request.now, deps.now()),
  }));
  const failed = new Set<string>();
  for (const round of roundsOf(results)) {
    for (const ticket of await settleRound(deps, round)) failed.add(ticket);
  }
  const tickets = request.results.map(({ ticket }) => ticket);
  return { settled: tickets.filter((ticket) => !failed.has(ticket)) };
}

/** When a dialogue ended by the app's clock, from how long ago it was when it was reported. */
const byOurClock = (
  { ended_at }: SendResult,
  reportedAt: number | undefined,
  now: number,
): number | undefined =>
  ended_at === undefined || reportedAt === undefined
    ? undefined
    : now - Math.max(0, reportedAt - ended_at);

/** Reports of several tries of one mail each count, in the order in which they come. */
function roundsOf(results: readonly SendResult[]): SendResult[][] {
  const rounds: SendResult[][] = [];
  const tries = new Map<string, number>();
  for (const result of results) {
    const n = tries.get(result.ticket) ?? 0;
    tries.set(result.ticket, n + 1);
    (rounds[n] ??= []).push(result);
  }
  return rounds;
}

/** A report, about its own mail or about the one that this stands for. */
type Report = { readonly result: SendResult; readonly ticket: string; readonly id: number };

/** Settles by kind and workspace. Answers the tickets of what could not be stored. */
async function settleRound(deps: Deps, results: readonly SendResult[]): Promise<string[]> {
  const reports = results.flatMap((result) => aboutOf(deps, result));
  const groups = Map.groupBy(reports, ({ about }) => `${about.kind} ${about.workspaceId}`);
  // What another stands for is settled first: its own end may depend on it.
  const inOrder = [...groups.values()].toSorted(
    (a, b) => Number(b[0]?.isFor) - Number(a[0]?.isFor),
  );
  const failed: string[] = [];
  for (const group of inOrder) {
    const about = group[0]?.about;
    if (!about) continue;
    const ctx = inWorkspace(deps, about.workspaceId);
    usedBy(about.workspaceId, group.length - 1);
    const kind = kindNamed(deps, about.kind);
    for (let i = 0; i < group.length; i += MAILS_AT_ONCE) {
      const some = group.slice(i, i + MAILS_AT_ONCE);
      failed.push(
        ...(await settleGroup(
          ctx,
          kind,
          some.map(({ report }) => report),
        )),
      );
    }
  }
  return failed;
}

function aboutOf(deps: Deps, result: SendResult) {
  const about = readTicket(result.ticket);
  if (!about) return [];
  const report: Report = { result, ticket: result.ticket, id: about.id };
  const own = { about, report, isFor: false };
  const { standsFor } = kindNamed(deps, about.kind);
  return standsFor && result.ending === "accepted"
    ? [{ about: { ...about, kind: standsFor }, report, isFor: true }, own]
    : [own];
}

async function settleGroup(
  ctx: WorkspaceCtx,
  kind: Kind,
  reports: readonly Report[],
): Promise<string[]> {
  const byId = new Map(reports.map((one) => [one.id, one]));
  const ends: End[] = [];
  const now = ctx.now();
  const mails = await selectMails(ctx.db, kind, ctx.workspaceId, [...byId.keys()]);
  const slowed = await slowedMails(ctx, kind, mails, byId);
  for (const mail of mails) {
    const result = byId.get(mail.id)?.result;
    if (!result) continue;
    const outcome = outcomeOf(result);
    if (reportApplies(mail, result)) {
      const until = slowed.get(mail.id);
      const verdict: Verdict =
        until === undefined
          ? verdictOn(outcome, mail, kind, now, result.replayed)
          : { to: "queued", dueAt: until, counted: false };
      ends.push({ mail, result, outcome, ...verdict });
    } else if (mail.state === "failed") await kind.repeated?.(ctx, mail, outcome, result);
  }
  // Before the rows change: a repeat after a crash in between notes it twice rather than never.
  for (const { mail, outcome, result } of ends) {
    if (outcome.kind !== "mailbox") continue;
    const failure = { kind: outcome.trouble, message: troubleText(result) };
    await noteMailboxFailure(ctx, mail.mailboxId, failure);
  }
  const { stored, failed } = await settleEnds(ctx, kind, ends);
  await learnLate(ctx, kind, mails, (id) => byId.get(id)?.result);
  await followUp(ctx, kind, stored, mails);
  return failed.map(({ mail }) => byId.get(mail.id)?.ticket ?? "");
}

/**
 * Mails whose servers asked to slow down, and until when each waits. Before the rows change: a repeat
 * after a crash in between slows down twice rather than never.
 */
async function slowedMails(
  ctx: WorkspaceCtx,
  kind: Kind,
  mails: readonly MailRow[],
  byId: ReadonlyMap<number, Report>,
): Promise<ReadonlyMap<number, UnixMs>> {
  if (!kind.slowed) return new Map();
  const refused = mails.flatMap((mail) => {
    const result = byId.get(mail.id)?.result;
    return result &&
      mail.state !== "unknown" &&
      reportApplies(mail, result) &&
      asksToSlowDown(result)
      ? [{ id: mail.id, result }]
      : [];
  });
  return refused.length === 0 ? new Map() : kind.slowed(ctx, refused);
}

/** The server's own ids of mails that something else proved to have left before its report came. */
async function learnLate(
  ctx: WorkspaceCtx,
  kind: Kind,
  mails: readonly MailRow[],
  resultOf: (id: number) => SendResult | undefined,
): Promise<void> {
  const learnt = mails.flatMap(({ id, state, messageId, serverMessageId: known }) => {
    const result = resultOf(id);
    if (state !== "sent" || known !== null || result?.ending !== "accepted") return [];
    const serverMessageId = result.message_id === messageId ? serverMessageIdOf(result) : null;
    return serverMessageId === null ? [] : [{ id, serverMessageId }];
  });
  if (learnt.length > 0) {
    await runBatch(ctx.db, [learnServerIds(ctx.db, kind, ctx.workspaceId, learnt)]);
  }
}

type Stored = { readonly stored: readonly End[]; readonly failed: readonly End[] };

/**
 * One batch for all of them. Where one of them changed meanwhile, or one can't be stored, they are
 * settled in smaller groups down to one, so that it costs only itself.
 */
async function settleEnds(ctx: WorkspaceCtx, kind: Kind, ends: readonly End[]): Promise<Stored> {
  if (ends.length === 0) return { stored: [], failed: [] };
  const apart = async (): Promise<Stored> => {
    const half = Math.ceil(ends.length / 2);
    const first = await settleEnds(ctx, kind, ends.slice(0, half));
    const second = await settleEnds(ctx, kind, ends.slice(half));
    return {
      stored: [...first.stored, ...second.stored],
      failed: [...first.failed, ...second.failed],
    };
  };
  let after: (() => Promise<void>) | undefined;
  try {
    const guard = unchangedSince(
      kind,
      ctx.workspaceId,
      ends.map(({ mail }) => mail),
    );
    const over = ends.filter(({ to }) => to !== "queued");
    const effects: Effects =
      over.length > 0 ? await kind.settled(ctx, over, guard) : { statements: [] };
    const statements = [
      ...effects.statements,
      ...freeSlotsOfRequeued(ctx, kind, ends, guard),
      settleRows(
        ctx.db,
        kind,
        ctx.workspaceId,
        ends.map((end) => moveOf(kind, end)),
        ctx.now(),
        guard,
      ),
    ];
    if (ends.length > 1 && statements.length > STATEMENTS_AT_ONCE) return await apart();
    const results = await runBatch(ctx.db, statements);
    const won = (results.at(-1) as unknown[]).length > 0;
    if (!won) return ends.length > 1 ? await apart() : { stored: [], failed: [] };
    ({ after } = effects);
  } catch (cause) {
    if (ends.length > 1) return apart();
    const fields = {
      kind: kind.name,
      ids: ends.map(({ mail }) => mail.id),
      cause: describe(cause),
    };
    ctx.log("delivery.unsettled", fields, "error");
    return { stored: [], failed: ends };
  }
  await after?.();
  return { stored: ends, failed: [] };
}

/** What goes back to the queue gives back its places, and the gap where nothing was tried. */
function freeSlotsOfRequeued(
  { db, workspaceId, now }: WorkspaceCtx,
  kind: Kind,
  ends: readonly End[],
  guard: Guard,
) {
  const queued = ends.filter(({ to }) => to === "queued");
  if (queued.length === 0) return [];
  const untried = queued.filter(({ outcome }) => outcome.kind === "release");
  const idsOf = (some: readonly End[]) => some.map(({ mail }) => mail.id);
  return [
    returnSlots(
      db,
      kind.ledger,
      workspaceId,
      sql`${among(kind.ledger, idsOf(queued))} AND ${guard}`,
    ),
    ...(kind.claim.by === "choice" && untried.length > 0
      ? [endGaps(db, kind.ledger, workspaceId, idsOf(untried), now(), guard)]
      : []),
  ];
}

function moveOf(kind: Kind, end: End): Move {
  const { mail, result } = end;
  const said = { code: result.code, response: (kind.words ?? serversWords)(result) };
  if (end.to === "queued") {
    const { to, dueAt, counted } = end;
    return { id: mail.id, to, dueAt, counted, ...said, evidence: null };
  }
  const [fresh, kept] = result.road === "api" ? ["api", "draft"] : ["smtp", "journal"];
  const evidence = result.replayed ? kept : fresh;
  const serverMessageId = end.to === "sent" ? serverMessageIdOf(result) : null;
  const sentAt = result.ended_at ?? null;
  return { id: mail.id, to: end.to, ...said, evidence, sentAt, serverMessageId };
}

const serversWords = ({ response }: SendResult): string | null => response;

/** What a mail's end tells of its mailbox and of the database. */
async function followUp(
  ctx: WorkspaceCtx,
  kind: Kind,
  stored: readonly End[],
  mails: readonly MailRow[],
): Promise<void> {
  const troubled = new Set(mails.filter((mail) => mail.troubled === 1).map(({ id }) => id));
  const recovered = stored.filter(({ to, mail }) => to === "sent" && troubled.has(mail.id));
  for (const id of new Set(recovered.map(({ mail }) => mail.mailboxId))) {
    await noteMailboxSuccess(ctx, id);
  }
  const keeping = new Set(mails.filter((mail) => mail.keepsIds === 1).map(({ id }) => id));
  const replaced = stored.filter(
    ({ mail, result }) => keeping.has(mail.id) && serverMessageIdOf(result) !== null,
  );
  for (const id of new Set(replaced.map(({ mail }) => mail.mailboxId))) {
    await noteReplacedIds(ctx, id);
  }
  const refused = stored.filter(
    ({ outcome }) => outcome.kind === "mailbox" && outcome.trouble === "sending",
  );
  for (const id of new Set(refused.map(({ mail }) => mail.mailboxId))) {
    for (const tell of ctx.hooks.ask(mailboxRefused)) await tell(ctx, id);
  }
  if (kind.standsFor) return;
  // Accepted without a grant, or known as settled: the database has forgotten what came of it. What
  // was taken for lost and reported after all says nothing about it.
  const forgotten = stored.flatMap(({ to, mail, result }) =>
    to === "sent" && result.at !== undefined && mail.state !== "unknown" ? [result.at] : [],
  );
  if (forgotten.length === 0) return;
  for (const tell of ctx.hooks.ask(databaseSetBack))
    await tell(ctx, unixMs(Math.max(...forgotten)));
}
