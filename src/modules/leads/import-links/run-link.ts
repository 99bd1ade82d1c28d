import { type Phrase, phrase } from "#platform/words/phrase.ts";
import { bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { createHash } from "node:crypto";
import { workspaceStands } from "#modules/accounts/workspaces/list-workspaces.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";
import { leadsEnrolled } from "#modules/leads/hooks.ts";
import { keepingFile, keptFile } from "#modules/leads/job-files/keep-file.ts";
import { importFile } from "#modules/leads/imports/import-file.ts";
import { dryRunSink, tooManyLeads } from "#modules/leads/imports/import-sink.ts";
import { selectLeadCount } from "#modules/leads/imports/jobs-store.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { FAILURES_UNTIL_WAIT, nextRunAt } from "#modules/leads/rules/import-links/interval.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { ImportLinkId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import {
  claimLink,
  dropParts,
  endRun,
  extend,
  returnRun,
  type Held,
  LeaseLost,
  noteParams,
  type Remembered,
  takeDueLinks,
  writeHeld,
} from "./lease-store.ts";
import { linkSink, TurnOver } from "./link-sink.ts";
import { openUrl } from "./link-url.ts";
import { newSince } from "./new-leads-sql.ts";
import { openFile } from "./open-file.ts";
import { hadNoRoom, selectRun } from "./runs-store.ts";

const FETCH_WITHIN_MS = 2 * MINUTE_MS;
/** Processes that may die of a run before it is given up. */
const MAX_TRIES = 3;
/** Files above are read in several turns, so that none has more statements than D1 allows. */
const ONE_TURN_BYTES = 8 * 1024 * 1024;
const LINKS_PER_SWEEP = 100;
/** Parts of a file between two extensions of the lease. */
const PARTS_PER_EXTENSION = 8;

/**
 * Job `import_link.run.v1`: fetches the file of a link that is due, reads it to its end, and only then
 * stores its rows. What fails before changed nothing; a run whose process dies goes on where it was.
 */
export async function runLink(ctx: WorkspaceCtx, id: ImportLinkId): Promise<void> {
  if (!(await workspaceStands(ctx, ctx.workspaceId))) return;
  const held = await claimLink(ctx.db, ctx.workspaceId, id, crypto.randomUUID(), ctx.now());
  if (!held) return;
  try {
    await work(ctx, held);
  } catch (thrown) {
    if (thrown instanceof LeaseLost) return;
    if (thrown instanceof TurnOver) await goOn(ctx, held);
    else if (thrown instanceof AppError) await fail(ctx, held, thrown);
    else throw thrown;
  }
}

async function work(ctx: WorkspaceCtx, held: Held): Promise<void> {
  const { params } = held.run;
  if (params.tries > MAX_TRIES) throw interrupted();
  await assertTargets(ctx, held);
  if (params.kept === undefined) {
    const bytes = await fetchFile(ctx, held);
    if (bytes === null) return;
    if (bytes > ONE_TURN_BYTES) throw new TurnOver();
    return work(ctx, await renewed(held));
  }
  if (params.columns === undefined) {
    await check(ctx, held);
    if (params.kept.bytes > ONE_TURN_BYTES) throw new TurnOver();
    return work(ctx, await renewed(held));
  }
  await importFile(ctx, keptFile(ctx, held.run.id), optionsOf(held), linkSink(ctx, held));
  await succeed(ctx, await renewed(held));
}

const optionsOf = ({ run: { params } }: Held) => ({
  mapping: params.mapping,
  on_duplicate: params.on_duplicate,
  ...(params.sheet !== null && { sheet: params.sheet }),
});

/** The same run, as its row is now. */
async function renewed(held: Held): Promise<Held> {
  const run = await selectRun(held.db, held.workspaceId, held.run.id);
  if (!run) throw new LeaseLost();
  return { ...held, run };
}

const interrupted = (): AppError =>
  new AppError("internal", "The run was interrupted three times. It is tried again later.", {
    errors: [{ path: "", code: "interrupted", message: "The run was interrupted three times." }],
  });

/** Throws `validation_failed` where the list or the campaign of the link is gone. */
async function assertTargets(ctx: WorkspaceCtx, { run, workspaceId }: Held): Promise<void> {
  const { list_id: listId, campaign_id: campaignId } = run.params;
  await orGone(
    () => findList(ctx, listId),
    invalidField("list_id", "list_deleted", "The list of this link was deleted. Choose another."),
  );
  if (campaignId === null) return;
  await orGone(
    () =>
      ctx.hooks.one(leadsEnrolled)(
        { ...ctx, ...bySystem(ctx) },
        campaignId,
        newSince(workspaceId, run.id),
      ),
    invalidField(
      "campaign_id",
      "campaign_deleted",
      "The campaign of this link was deleted. Choose another, or none.",
    ),
  );
}

async function orGone(find: () => Promise<unknown>, gone: AppError): Promise<void> {
  try {
    await find();
  } catch (cause) {
    throw cause instanceof AppError && cause.code === "not_found" ? gone : cause;
  }
}

/** Fetches the file and keeps it; its size. Null: it is the one that was read last, and the run is over. */
async function fetchFile(ctx: WorkspaceCtx, held: Held): Promise<number | null> {
  const { link, run } = held;
  await writeHeld(held, [dropParts(held), extend(held, ctx.now())]);
  const isComparable = link.contentHash !== null && link.revision === run.params.revision;
  const url = await openUrl(ctx, link.url);
  const file = await openFile(ctx, url, isComparable ? link : null, FETCH_WITHIN_MS);
  if (file === null) {
    await endWell(ctx, held, "same_file", null);
    return null;
  }
  const hash = createHash("sha256");
  let bytes = 0;
  let parts = 0;
  const keep = (part: Statement) =>
    writeHeld(held, [
      part,
      ...(parts++ % PARTS_PER_EXTENSION === 0 ? [extend(held, ctx.now())] : []),
    ]);
  try {
    for await (const chunk of keepingFile(ctx, run.id, file.bytes, keep)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } finally {
    await file.bytes.return(undefined);
  }
  const { etag, lastModified } = file;
  const kept = { hash: hash.digest("hex"), bytes, etag, lastModified };
  if (isComparable && kept.hash === link.contentHash) {
    const { columns } = link;
    await endWell(ctx, held, "same_file", { etag, lastModified, contentHash: kept.hash, columns });
    return null;
  }
  await writeHeld(held, [noteParams(held, { kept }), extend(held, ctx.now())]);
  return bytes;
}

const COLUMN_CHARS = 100;

/** Reads the whole file and stores nothing. Throws what is wrong with it. */
async function check(ctx: WorkspaceCtx, held: Held): Promise<void> {
  const { run, db, workspaceId } = held;
  const sink = await dryRunSink(ctx, run.params.list_id);
  const { opened } = await importFile(ctx, keptFile(ctx, run.id), optionsOf(held), sink);
  const max = ctx.settings.MAX_LEADS_PER_WORKSPACE;
  const { created } = sink.outcome().counts;
  if (created > 0 && (await selectLeadCount(db, workspaceId)) + created > max) {
    throw tooManyLeads(max);
  }
  const columns = opened.headers
    .slice(0, opened.guesses.length)
    .map((name) => name.trim().slice(0, COLUMN_CHARS).toWellFormed())
    .filter((name) => name !== "");
  await writeHeld(held, [noteParams(held, { columns }), extend(held, ctx.now())]);
}

/** Ends a run whose rows are all stored. */
async function succeed(ctx: WorkspaceCtx, held: Held): Promise<void> {
  const { params, result } = held.run;
  const { kept, columns = [] } = params;
  const changes = result.created + result.changed + result.listed;
  const wasShort = await hadNoRoom(held.db, held.workspaceId, held.run.id);
  await endWell(ctx, held, changes > 0 ? "changed" : "nothing_new", {
    // Rows that no room was left for are read again, though the file is the same.
    etag: wasShort ? null : (kept?.etag ?? null),
    lastModified: wasShort ? null : (kept?.lastModified ?? null),
    contentHash: wasShort ? null : (kept?.hash ?? null),
    columns,
  });
}

async function endWell(
  ctx: WorkspaceCtx,
  held: Held,
  outcome: string,
  remembered: Remembered | null,
): Promise<void> {
  const now = ctx.now();
  const { link, run } = held;
  const columns = run.params.columns ?? link.columns;
  const missing = link.columns.filter((name) => !columns.includes(name));
  await writeHeld(
    held,
    endRun(held, {
      state: "completed",
      result: { outcome, missing },
      remembered,
      failures: 0,
      nextAt: nextRunAt(now, link.every, 0),
      now,
    }),
  );
}

/** Ends a run that failed, as a rule before it stored anything, and notifies at the first failure and when the link waits. */
async function fail(ctx: WorkspaceCtx, held: Held, error: AppError): Promise<void> {
  const now = ctx.now();
  const { link, run } = held;
  const failures = link.failures + 1;
  const code = error.errors[0]?.code ?? error.code;
  const waits = failures === FAILURES_UNTIL_WAIT;
  const notice = noticeStatement(ctx, {
    kind: "import_link_failed",
    severity: waits ? "error" : "warning",
    title: phrase(
      waits ? "The link {link} waits after three failures" : "The link {link} could not be read",
      { link: link.name },
    ),
    message: phrase(
      waits
        ? "{problem} {stored} It is tried once a day, and is active again when that succeeds. Correct it and run it to go on at once."
        : "{problem} {stored} It is tried again. You are told again only if it fails three times in a row.",
      { problem: error.message, stored: whatStayed((await renewed(held)).run.done) },
    ),
    target: { kind: "import_link", id: link.id },
    dedupeKey: `import_link:${link.id}:${run.id}`,
  });
  await writeHeld(held, [
    ...(failures === 1 || waits ? [notice] : []),
    ...endRun(held, {
      state: "failed",
      result: { error: { code, message: error.message } },
      remembered: null,
      failures,
      nextAt: nextRunAt(now, link.every, failures),
      now,
    }),
  ]);
}

const whatStayed = (rows: number): Phrase =>
  rows === 0
    ? phrase("Nothing was changed.")
    : phrase("Its first {rows} rows are stored, and the next run stores the rest.", { rows });

/** Leaves the rest of a long run to the next turn. */
async function goOn(ctx: WorkspaceCtx, held: Held): Promise<void> {
  try {
    await writeHeld(held, [noteParams(held, {}), returnRun(held, ctx.now())]);
  } catch (cause) {
    if (cause instanceof LeaseLost) return;
    throw cause;
  }
  await wakeLink(ctx, held.link.id);
}

/** Wakes a link to run. */
export const wakeLink = (ctx: WorkspaceCtx, linkId: ImportLinkId): Promise<void> =>
  ctx.queue.send({ type: "import_link.run.v1", workspaceId: ctx.workspaceId, linkId });

/** Sweep: wakes links that are due, and runs whose process or wake-up was lost. */
export async function wakeDueLinks(deps: Deps): Promise<void> {
  for (const { id, workspaceId } of await takeDueLinks(deps.db, deps.now(), LINKS_PER_SWEEP)) {
    await deps.queue.send({ type: "import_link.run.v1", workspaceId, linkId: id });
  }
}
