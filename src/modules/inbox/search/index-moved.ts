import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { docOf } from "./index-messages.ts";
import { insertMissing, PASSES, readIndexState, selectMissing } from "./index-store.ts";

const AT_ONCE = 50;

/**
 * Adds a workspace's mails to the search index of the database that it came into, as far as they lie
 * behind its end: what comes after that is found by the sweep. `pause` is awaited between pieces.
 */
export async function indexMoved(
  db: Db,
  workspaceId: WorkspaceId,
  pause: () => Promise<void>,
): Promise<void> {
  for (const pass of PASSES) {
    const state = await readIndexState(db, pass);
    for (let after = 0; state;) {
      const found = await selectMissing(db, pass, workspaceId, after, state.upTo, AT_ONCE);
      const last = found.at(-1);
      if (!last) break;
      await insertMissing(db, found.map(docOf));
      after = last.id;
      await pause();
    }
  }
}
