import { phrase } from "#platform/words/phrase.ts";
import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { selectOperatorHome } from "./home-store.ts";

const WORDS = {
  low: {
    severity: "warning",
    title: phrase("The disk is nearly full"),
    message: phrase(
      "Less than 512 MB of disk space is free for DATA_DIR. When the disk is full, nothing is sent, received or saved. Free up space, or move DATA_DIR to a larger disk.",
    ),
  },
  full: {
    severity: "error",
    title: phrase("The disk is full"),
    message: phrase(
      "Nothing is sent, received or saved until there is free disk space for DATA_DIR. Then sending resumes automatically. Nothing is sent twice.",
    ),
  },
} as const;

/**
 * Sweep: tells the operator once a day of a disk that is nearly full, and of one that is full as far
 * as it still takes that.
 */
export async function lookAtDisk(deps: Deps): Promise<void> {
  const disk = await deps.disk?.look();
  if (disk === undefined || disk.state === "ok") return;
  const home = await selectOperatorHome(deps.install);
  if (home === null) return;
  const kind = disk.state === "full" ? "disk_full" : "disk_low";
  const inside = inWorkspace(deps, home);
  await runBatch(inside.db, [
    noticeStatement(inside, {
      kind,
      ...WORDS[disk.state],
      target: { kind: "system", id: null },
      dedupeKey: `${kind}:${localDay("UTC", deps.now())}`,
    }),
  ]);
}
