import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import { createWorkspace } from "#modules/accounts/workspaces/create-workspace.ts";
import {
  changeClient,
  selectMoveClients,
  selectMadeWorkspace,
} from "#modules/moving/choosing/clients-store.ts";
import {
  changeMoveCampaign,
  type MoveCampaignRow,
  selectMoveCampaigns,
} from "#modules/moving/bringing/campaign-store.ts";
import {
  lookIntoAll,
  type MoveBox,
  selectBoxes,
  selectSendersThere,
} from "#modules/moving/bringing/boxes-store.ts";
import { selectSenderIds } from "#modules/moving/checking/boxes-store.ts";
import { NO_STEPS } from "#modules/moving/bringing/places.ts";
import { waitForNoted } from "#modules/moving/reading/found-store.ts";
import type { StartMoveBody } from "#modules/moving/contract/moves.ts";
import { wakeMove } from "#modules/moving/running/work-move.ts";
import type { MoveState } from "#modules/moving/rules/states.ts";
import { isOff } from "#modules/moving/starting/start-asked.ts";
import { type CallerCtx, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, type FieldError } from "#platform/rules/errors.ts";
import type { MoveId } from "#platform/rules/ids.ts";
import { findMove, sealKey } from "./access.ts";
import { changeMove, type MovePatch, type MoveRow, whileMove } from "./store.ts";

const STANDING: readonly MoveState[] = ["ready", "ready_to_start", "started"];
const ANY: readonly MoveState[] = [...STANDING, "reading", "moving", "checking", "ended"];

/** Changes a move in one of these states, and wakes it where that gave it something to do. */
async function change(
  ctx: CallerCtx,
  move: MoveRow,
  from: readonly MoveState[],
  action: AuditAction,
  patch: MovePatch,
): Promise<void> {
  const line = auditStatement(
    ctx,
    { action, workspaceId: move.workspaceId, target: { type: "move", id: move.id } },
    whileMove(move.id, from),
  );
  const changed = await changeMove(
    ctx.install,
    move.id,
    from,
    { ...patch, updatedAt: ctx.now() },
    line,
  );
  if (!changed) throw inOtherState(move);
  await wakeMove(ctx, move.id);
}

const inOtherState = ({ state }: MoveRow): AppError =>
  new AppError(
    "invalid_state",
    `The move is ${state}. Wait until it is done, or begin another one.`,
  );

/** Stores a key and reads everything, or what has come since. */
export async function setMoveKey(ctx: CallerCtx, id: MoveId, key: string): Promise<void> {
  const move = await findMove(ctx, id);
  const sealed = await sealKey(ctx, move.hash, key);
  const now = ctx.now();
  const reads = move.state === "reading" || move.readAt === null;
  await change(ctx, move, [...STANDING, "reading"], "move.changed", {
    key: sealed,
    trouble: null,
    troubles: 0,
    ...(reads && { state: "reading", dueAt: now, readStartedAt: now }),
    ...(move.watchUntil !== null && move.watchUntil > now && { newsAt: now }),
  });
}

/** Forgets the key; what was read stays. */
export async function dropMoveKey(ctx: CallerCtx, id: MoveId): Promise<void> {
  const move = await findMove(ctx, id);
  const patch: MovePatch = { key: null };
  await change(ctx, move, ANY, "move.key_dropped", patch);
}

/** Reads everything again: what is new comes in, what is known stays. */
export async function readAgain(ctx: CallerCtx, id: MoveId): Promise<void> {
  const move = await findMove(ctx, id);
  if (move.key === null) throw new AppError("invalid_state", "Give a key first, or upload files.");
  await change(ctx, move, STANDING, "move.changed", again(ctx, move, "read"));
}

const again = (ctx: CallerCtx, move: MoveRow, goal: MoveRow["goal"]): MovePatch => ({
  goal,
  dueAt: ctx.now(),
  trouble: null,
  troubles: 0,
  ...(move.key === null
    ? { state: "moving", readAt: ctx.now() }
    : { state: "reading", cursor: null, requests: 0, waitedMs: 0, readStartedAt: ctx.now() }),
});

/**
 * Takes over what was read, of the clients that were decided on: new workspaces are made first. The
 * rest goes on in the background. Throws `invalid_state` while it works.
 */
export async function beginMoving(ctx: CallerCtx, id: MoveId): Promise<void> {
  const move = await findMove(ctx, id);
  if (!STANDING.includes(move.state)) throw inOtherState(move);
  const clients = await selectMoveClients(ctx.install, id);
  for (const client of clients) {
    if (client.choice !== "new" || client.newName === null || client.newSlug === null) continue;
    const { newName: name, newSlug: slug } = client;
    const made = await selectMadeWorkspace(ctx.install, slug, name, move.createdAt);
    const workspaceId = made ?? (await createWorkspace(ctx, { name, slug })).id;
    await runBatch(ctx.install, [
      changeClient(ctx.install, id, client.ref, { choice: "workspace", workspaceId }),
    ]);
  }
  const now = ctx.now();
  const decided = (await selectMoveClients(ctx.install, id)).filter(
    ({ choice, movedAt }) => choice === "workspace" && movedAt === null,
  );
  await runBatch(ctx.install, [
    ...decided.map(({ ref }) => changeClient(ctx.install, id, ref, { movedAt: now })),
    waitForNoted(ctx.install, id, NO_STEPS),
    lookIntoAll(ctx.install, id),
  ]);
  await change(ctx, move, STANDING, "move.moved", {
    state: "moving",
    goal: "move",
    dueAt: ctx.now(),
    trouble: null,
    troubles: 0,
  });
}

/**
 * Starts campaigns that were taken over: each has to be stopped there, and is read again before the
 * first email leaves. Throws `rival_still_sending` where one still sends, `validation_failed` for one
 * that was not taken over.
 */
export async function beginStart(ctx: CallerCtx, id: MoveId, body: StartMoveBody): Promise<void> {
  const move = await findMove(ctx, id);
  if (move.state !== "ready_to_start" && move.state !== "started") throw inOtherState(move);
  const choices = await selectMoveCampaigns(ctx.install, id);
  const errors: FieldError[] = [];
  const asked = body.campaigns.flatMap((ref, i) => {
    const choice = choices.find((one) => one.ref === ref);
    if (choice?.campaignId != null) return [choice];
    errors.push({
      path: `campaigns.${i}`,
      code: "not_moved",
      message: "No such campaign was taken over.",
    });
    return [];
  });
  if (errors.length > 0) {
    throw new AppError("validation_failed", "A campaign was not taken over. See errors.", {
      errors,
    });
  }
  if (!body.folders_unread) await assertFoldersRead(ctx, id, asked);
  const now = ctx.now();
  for (const [i, choice] of asked.entries()) {
    const offConfirmedAt = body.stopped_there ? now : null;
    const why = await isOff(ctx, move, { ref: choice.ref, offConfirmedAt });
    if (why !== null) errors.push({ path: `campaigns.${i}`, code: "still_sending", message: why });
  }
  if (errors.length > 0) {
    throw new AppError(
      "rival_still_sending",
      "Two products must not send the same campaign. Stop it there first. See errors.",
      { errors },
    );
  }
  await runBatch(
    ctx.install,
    asked
      .filter(({ start }) => start !== "started")
      .map(({ ref }) =>
        changeMoveCampaign(ctx.install, id, ref, {
          start: "asked",
          problem: null,
          offSeenAt: now,
          ...(body.stopped_there && { offConfirmedAt: now }),
        }),
      ),
  );
  await change(ctx, move, ["ready_to_start", "started"], "move.started", again(ctx, move, "start"));
}

/**
 * What lies in a mailbox's folders and nowhere else, an answer or a later email, is known only where
 * they were read. Mailboxes that no email of these campaigns can lie in hold nothing back. Throws
 * `invalid_state`, which names the others.
 */
async function assertFoldersRead(
  ctx: CallerCtx,
  id: MoveId,
  asked: readonly MoveCampaignRow[],
): Promise<void> {
  const boxes = (await selectBoxes(ctx.install, id)).filter(({ problem }) => problem !== null);
  if (boxes.length === 0) return;
  const concerned = await Promise.all(
    asked.map((choice) => concernedBoxes(ctx, id, choice, boxes)),
  );
  const unread = [...new Set(concerned.flat())];
  if (unread.length === 0) return;
  throw new AppError(
    "invalid_state",
    "The folders of some mailboxes could not be read, so emails and answers may be missed. Connect them and take over again, or start with folders_unread.",
    {
      errors: unread.slice(0, MOST_NAMED).map(({ email, problem }) => ({
        path: "folders_unread",
        code: "folders_unread",
        message: `${email}: ${problem}`,
      })),
    },
  );
}
const MOST_NAMED = 20;

/** Of these mailboxes, those in which mail of a campaign can lie: its senders there and here; all where nobody names any. */
async function concernedBoxes(
  ctx: CallerCtx,
  id: MoveId,
  { ref, workspaceId, campaignId }: MoveCampaignRow,
  boxes: readonly MoveBox[],
): Promise<readonly MoveBox[]> {
  const own = boxes.filter((box) => box.workspaceId === workspaceId);
  if (own.length === 0 || workspaceId === null || campaignId === null) return own;
  const there = await selectSendersThere(ctx.install, id, ref);
  if (there.size === 0) return own;
  const { db } = inWorkspace(ctx, workspaceId);
  const here = await selectSenderIds(db, workspaceId, campaignId);
  return own.filter(
    ({ email, mailboxId }) => there.has(email) || (mailboxId !== null && here.has(mailboxId)),
  );
}

/** Ends a move: the key is forgotten, and nothing is read there any more. What was taken over stays. */
export async function endMove(ctx: CallerCtx, id: MoveId): Promise<void> {
  const move = await findMove(ctx, id);
  await change(ctx, move, ANY, "move.ended", {
    state: "ended",
    key: null,
    dueAt: null,
    newsAt: null,
    doing: "",
    endedAt: move.endedAt ?? ctx.now(),
  });
}
