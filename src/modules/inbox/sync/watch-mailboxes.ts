import { createHash } from "node:crypto";
import { markStatement, readMarks } from "#modules/accounts/settings/database-marks.ts";
import { askEach, byDatabase, type Deps, inWorkspace, isApart } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";
import { untilWritten } from "#platform/ctx/until-written.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import type { WatchRequest } from "#platform/wire/mail-reading.ts";
import { openReaders } from "#modules/mailboxes/connections/open-reader.ts";
import { SYNC_LEASE_MS } from "./sync-due.ts";
import { leaseArrived, NONE_WATCHED, selectWatched, selectWatchVersion } from "./watch-store.ts";
import { deleteReportedList, selectReportedLists, upsertReportedList } from "./reported-store.ts";

/** The other folders, where nothing waits for an answer, are read by the clock. */
const FOLDER = "INBOX";

/** Asked again every hour, whatever was written. */
const versionOf = untilWritten<string>(HOUR_MS);

const nameOf = (workspaceId: WorkspaceId, id: MailboxId): string => `${workspaceId}:${id}`;

/**
 * Sweep: gives the mail service the list of mailboxes to watch whenever it holds another one, or
 * none, as after its restart. A mail service that is away gets it with a later tick.
 */
export async function keepWatching(deps: Deps): Promise<void> {
  const { watcher } = deps.mail;
  if (!watcher) return;
  try {
    const [held, versions] = await Promise.all([watcher.version(), versionsOf(deps)]);
    const version = createHash("sha256").update(versions.join(" ")).digest("base64url");
    if (held === version) return;
    const { MAX_WATCHED_MAILBOXES, COMPANION_WATCHERS } = deps.settings;
    const most = MAX_WATCHED_MAILBOXES * (1 + COMPANION_WATCHERS.length);
    const lists = await askEach(deps, (db) => selectWatched(db, most));
    await watcher.setList({
      version,
      allow_private: allowsPrivateNetworks(deps.settings),
      mailboxes: await openWatched(deps, lists.flat().slice(0, most)),
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    deps.log("watch.put_off", { code: cause.code }, "debug");
  }
}

/** What changes with the list of each database: asked, or as it was reported. */
const versionsOf = (deps: Deps): Promise<readonly string[]> =>
  deps.shards?.apartTicks
    ? selectReportedLists(deps.install)
    : askEach(deps, (db) => versionOf(deps, db, "", () => selectWatchVersion(db)));

/** Sweep: a database with a tick of its own tells the install when its list may have changed. */
export async function tellWatched(deps: Deps): Promise<void> {
  const { db, shards } = deps;
  const own = shards?.apartTicks?.own;
  if (own === undefined || own === null || !isApart(deps)) return;
  const version = await selectWatchVersion(db);
  const { watch_reported: reported = NONE_WATCHED } = await readMarks(deps);
  if (reported === version) return;
  await upsertReportedList(deps.install, own, version, deps.now());
  await runBatch(db, [markStatement(deps, { watch_reported: version })]);
}

/** What a database with a tick of its own said of its list, for the batch that purges its workspace. */
export const forgetWatched = deleteReportedList;

/** Those that can be opened, in the order given. */
async function openWatched(
  deps: Deps,
  watched: readonly { readonly id: MailboxId; readonly workspaceId: WorkspaceId }[],
): Promise<WatchRequest["mailboxes"]> {
  const groups = Map.groupBy(watched, ({ workspaceId }) => workspaceId);
  const opened = await Promise.all(
    [...groups].map(async ([workspaceId, own]) => {
      const ids = own.map(({ id }) => id);
      const readers = await openReaders(inWorkspace(deps, workspaceId), ids);
      return readers.map(({ id, imap }) => ({ id: nameOf(workspaceId, id), imap, folder: FOLDER }));
    }),
  );
  const byName = new Map(opened.flat().map((target) => [target.id, target]));
  return watched.flatMap(({ id, workspaceId }) => byName.get(nameOf(workspaceId, id)) ?? []);
}

/** Wakes the sync of mailboxes in which mail arrived. Unknown and outdated names are skipped. */
export async function syncArrived(deps: Deps, names: readonly string[]): Promise<void> {
  const now = deps.now();
  const arrived = names.flatMap((name) => {
    const match = /^(\d{1,15}):(\d{1,15})$/.exec(name);
    if (!match) return [];
    return [{ workspaceId: Number(match[1]) as WorkspaceId, id: Number(match[2]) as MailboxId }];
  });
  for (const [db, own] of byDatabase(deps, arrived)) {
    const due = await leaseArrived(db, own, now, later(now, SYNC_LEASE_MS));
    for (const { id, workspaceId } of due) {
      await deps.queue.send({ type: "mailbox.sync.v1", workspaceId, mailboxId: id });
    }
  }
}
