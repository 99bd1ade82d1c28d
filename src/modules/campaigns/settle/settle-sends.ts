import type { ResultsRequest, ResultsResponse, SendResult } from "#platform/wire/transmission.ts";
import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { outcomeOf, speaksOf } from "#modules/delivery/rules/outcome.ts";
import { settleMails } from "#modules/inbox/replies/settle-mails.ts";
import { settleWarmups } from "#modules/warmup/mails/settle-warmups.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { judgeBlocks } from "#modules/campaigns/protection/judge-blocks.ts";
import { pauseSetBack } from "#modules/campaigns/protection/pause-set-back.ts";
import { settleDelivered } from "./settle-delivered.ts";
import { settleRefused } from "./settle-refused.ts";
import { settleResends } from "#modules/campaigns/resends/settle-resends.ts";
import { selectSendsToSettle, type SettlingSend } from "./settle-store.ts";
import type { Settling } from "./settling.ts";
import {
  readAgainTicket,
  readMessageTicket,
  readSendTicket,
  readWarmupTicket,
  sendTicket,
} from "#platform/mail/ticket.ts";

/**
 * Stores what became of transmissions. Repeating a report changes nothing: each outcome is written
 * while its send still stands as it was read. An accepted message counts as sent whatever lease it
 * went out under, since the server's reply is a fact; other reports need the lease they name.
 * Mail that people wrote and warmup mail have ledgers of their own. Answers the tickets that need not be reported again.
 */
export async function settleSends(deps: Deps, request: ResultsRequest): Promise<ResultsResponse> {
  const results = request.results.map((result) => ({
    ...result,
    ended_at: byOurClock(result, request.now, deps.now()),
  }));
  for (const round of roundsOf(results)) await settleRound(deps, round);
  return { settled: request.results.map(({ ticket }) => ticket) };
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

/** Reports of several tries of one mail each count, in the order in which they are told. */
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

async function settleRound(deps: Deps, results: readonly SendResult[]): Promise<void> {
  const groups = new Map<WorkspaceId, SendResult[]>();
  const mails = new Map<WorkspaceId, SendResult[]>();
  const warmups = new Map<WorkspaceId, SendResult[]>();
  const resends = new Map<WorkspaceId, SendResult[]>();
  for (const result of results) {
    const warmup = readWarmupTicket(result.ticket);
    if (warmup) {
      warmups.set(warmup.workspaceId, [...(warmups.get(warmup.workspaceId) ?? []), result]);
      continue;
    }
    const mail = readMessageTicket(result.ticket);
    if (mail) {
      mails.set(mail.workspaceId, [...(mails.get(mail.workspaceId) ?? []), result]);
      continue;
    }
    const again = readAgainTicket(result.ticket);
    if (again) {
      resends.set(again.workspaceId, [...(resends.get(again.workspaceId) ?? []), result]);
      continue;
    }
    const send = readSendTicket(result.ticket);
    if (send) groups.set(send.workspaceId, [...(groups.get(send.workspaceId) ?? []), result]);
  }
  for (const [workspaceId, group] of groups) {
    await settleGroup(inWorkspace(deps, workspaceId), group);
  }
  for (const [workspaceId, group] of resends) {
    const ctx = inWorkspace(deps, workspaceId);
    // That a server took it is a fact about the send, whichever try it was.
    await settleGroup(ctx, group.flatMap(asOfSend));
    await settleResends(ctx, group);
  }
  for (const [workspaceId, group] of mails) {
    await settleMails(inWorkspace(deps, workspaceId), group);
  }
  for (const [workspaceId, group] of warmups) {
    await settleWarmups(inWorkspace(deps, workspaceId), group);
  }
}

function asOfSend(result: SendResult): SendResult[] {
  const again = readAgainTicket(result.ticket);
  return again && result.ending === "accepted"
    ? [{ ...result, ticket: sendTicket(again.workspaceId, again.id) }]
    : [];
}

async function settleGroup(ctx: WorkspaceCtx, results: readonly SendResult[]): Promise<void> {
  const byId = new Map(results.map((r) => [readSendTicket(r.ticket)?.id, r]));
  const ids = [...byId.keys()].filter((id) => id !== undefined);
  const rows = await selectSendsToSettle(ctx.db, ctx.workspaceId, ids);
  const delivered: Settling[] = [];
  for (const send of rows) {
    const result = byId.get(send.id);
    if (!result) continue;
    if (!concerns(send, result)) {
      if (send.state === "failed") await judgeAgain(ctx, send, result);
      continue;
    }
    const settling = { send, result, outcome: outcomeOf(result) };
    if (settling.outcome.kind === "sent" || settling.outcome.kind === "unknown") {
      delivered.push(settling);
    } else await settleRefused(ctx, settling);
  }
  await settleDelivered(ctx, delivered);
  // Accepted without a grant, or known as settled: the database has forgotten what came of it.
  const forgotten = delivered.flatMap(({ send, result }) =>
    result.ending === "accepted" && result.at !== undefined && isBehind(send) ? [result.at] : [],
  );
  if (forgotten.length > 0) await pauseSetBack(ctx, unixMs(Math.max(...forgotten)));
}

/** A report that is repeated does what a crash after the first may have left undone. */
async function judgeAgain(
  ctx: WorkspaceCtx,
  send: SettlingSend,
  result: SendResult,
): Promise<void> {
  const outcome = outcomeOf(result);
  if (outcome.kind !== "failed" || !outcome.block) return;
  await judgeBlocks(ctx, send.mailboxId, result.response ?? "");
  await completeIfFinished(ctx, send.campaignId);
}

/** Not unclear: what was taken for lost and told after all tells nothing of the database. */
const isBehind = ({ state }: SettlingSend): boolean => state !== "unknown";

/** Whether a report still has something to say about the send as it stands. */
function concerns(send: SettlingSend, result: SendResult): boolean {
  if (send.messageId !== result.message_id) return false;
  if (result.ending === "accepted") {
    return ["queued", "leased", "sending", "unknown"].includes(send.state);
  }
  return send.lease === result.lease && speaksOf(send.state, result);
}
