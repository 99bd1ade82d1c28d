import { readUpload } from "#modules/leads/files/upload-parts.ts";
import type { MoveFiles } from "#modules/moving/contract/moves.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { wakeMove } from "#modules/moving/running/work-move.ts";
import { findMove } from "#modules/moving/moves/access.ts";
import { shownMove } from "#modules/moving/moves/read-moves.ts";
import {
  changeMove,
  isIn,
  type MoveRow,
  selectMove,
  whileMove,
} from "#modules/moving/moves/store.ts";
import { forgetFaults, keepFound } from "#modules/moving/reading/found-store.ts";
import type { MoveState } from "#modules/moving/rules/states.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import { Found as FoundShape } from "#modules/moving/rules/found.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { MoveId } from "#platform/rules/ids.ts";
import { readRivalFile } from "./read-rival-file.ts";

const WAITS: readonly MoveState[] = ["ready", "ready_to_start", "started"];
const MAX_FILES = 20;
const FOUND_AT_ONCE = 500;

/**
 * Reads files that the rival exported into a move; what each is, is seen by its columns. A file that
 * comes again replaces what it brought. Throws `invalid_state` while the move works.
 */
export async function takeFiles(ctx: CallerCtx, id: MoveId, request: Request): Promise<MoveFiles> {
  const move = await findMove(ctx, id);
  if (!WAITS.includes(move.state)) {
    throw new AppError("invalid_state", `The move is ${move.state}. Wait until it is done.`);
  }
  const files: MoveFiles["files"] = [];
  for await (const part of readUpload(request)) {
    if (part.kind === "text") {
      throw invalidField(part.name, "unknown_field", "Send files in parts named file.");
    }
    if (files.length === MAX_FILES) {
      throw invalidField("file", "too_many", `Send up to ${MAX_FILES} files at a time.`);
    }
    const name = part.filename.trim().slice(0, 120).toWellFormed() || "file";
    files.push(await takeFile(ctx, move, name, part.bytes));
  }
  if (files.length === 0) throw invalidField("file", "required", "Send a part named file.");
  const now = ctx.now();
  await changeMove(
    ctx.install,
    id,
    WAITS,
    {
      readAt: now,
      updatedAt: now,
      // After the switch a file is news: it counts at once.
      ...(move.state === "started" && { dueAt: now }),
    },
    auditStatement(
      ctx,
      { action: "move.changed", workspaceId: move.workspaceId, target: { type: "move", id } },
      whileMove(id, WAITS),
    ),
  );
  await wakeMove(ctx, id);
  return { files, move: await shownMove(ctx, (await selectMove(ctx.install, id)) ?? move) };
}

async function takeFile(
  ctx: CallerCtx,
  move: MoveRow,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<MoveFiles["files"][number]> {
  const { install } = ctx;
  const read = await readRivalFile(name, bytes);
  const counts = { leads: 0, mailboxes: 0, suppressions: 0, faults: 0 };
  await runBatch(install, [forgetFaults(install, move.id, name)]);
  let some: Found[] = [];
  const keep = async () => {
    await runBatch(install, keepFound(install, move.id, some, ctx.now(), isIn(move.id, WAITS)));
    some = [];
    // A file may have a million rows: everybody else gets a turn between them.
    await ctx.wait(0);
  };
  for await (const one of read.found) {
    if (one.kind === "lead") counts.leads++;
    if (one.kind === "sender") counts.mailboxes++;
    if (one.kind === "suppression") counts.suppressions++;
    if (one.kind === "fault") counts.faults++;
    some.push(FoundShape.parse(one));
    if (some.length >= FOUND_AT_ONCE) await keep();
  }
  if (some.length > 0) await keep();
  return { name, kind: read.kind, called: read.called, ...counts };
}
