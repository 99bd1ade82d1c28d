import { phrase } from "#platform/words/phrase.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { targetsOf } from "#modules/moving/bringing/bring.ts";
import { selectMoveClients } from "#modules/moving/choosing/clients-store.ts";
import type { MoveRow } from "#modules/moving/moves/store.ts";
import { settleMove, type Worked } from "#modules/moving/reading/read-page.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";

const WEEK_MS = 7 * DAY_MS;

/** Without a key nobody can ask the rival who opted out since: once a week a person is asked for the file. */
export async function askForFile(deps: Deps, move: MoveRow, token: string): Promise<Worked> {
  const now = deps.now();
  const product = RIVAL_NAMES[move.rival];
  for (const { workspaceId } of targetsOf(await selectMoveClients(deps.install, move.id))) {
    const ctx = inWorkspace(deps, workspaceId);
    await runBatch(ctx.db, [
      noticeStatement(ctx, {
        kind: "move_needs_file",
        severity: "warning",
        title: phrase("Upload who unsubscribed at {product}", { product }),
        message: phrase(
          "The key of the move from {product} is gone. People can still unsubscribe from emails that {product} sent. Upload its unsubscribes and block list to the move once more.",
          { product },
        ),
        target: { kind: "settings", id: null },
        dedupeKey: `move_needs_file:${move.id}:${utcDay(now)}`,
      }),
    ]);
  }
  const next = later(now, WEEK_MS);
  const isOver = move.watchUntil === null || next > move.watchUntil;
  return settleMove(deps, move, token, { newsAt: isOver ? null : next });
}
