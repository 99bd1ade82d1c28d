import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { userIdOf } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { JobId, ListId } from "#platform/rules/ids.ts";
import { MINUTE_MS, later } from "#platform/rules/time.ts";
import type { BadRow } from "#modules/leads/rules/lead-row.ts";
import { fingerprint } from "#modules/leads/rules/files/fingerprint.ts";
import { sourceName } from "#modules/leads/rules/source.ts";
import { restoreAddress, suppressionPresence } from "#modules/leads/hashes/restore-address.ts";
import { addressesOfChunk, type Chunk, payloadOf, rowsIn } from "#modules/leads/leads/chunk.ts";
import { SHOWN_ERRORS } from "./import-file.ts";
import { keepToQuota } from "./lead-room.ts";
import { selectKnown } from "./dry-run-store.ts";
import { type ImportResult, writeChunk } from "./import-store.ts";
import { failImport, selectLeadCount } from "./jobs-store.ts";

/** An import that wrote nothing for so long is taken for dead; each chunk takes well below a second. */
const LEASE_MS = 2 * MINUTE_MS;

/** Where chunks go: into the rows, or, in a dry run, only into the counts. */
export type Sink = {
  /** `bytes` of the file were read so far; `last` ends the import. */
  write(chunk: Chunk, bytes: number, last: boolean): Promise<void>;
  /** Notes why a begun import stopped; what was stored stays. */
  fail(error: { code: string; message: string }): Promise<void>;
  outcome(): SinkOutcome;
};
export type SinkOutcome = {
  readonly importId: JobId | null;
  readonly listId: ListId | null;
  readonly done: number;
  readonly counts: Omit<ImportResult, "bytes" | "error">;
  /** Good rows whose address was in the same file before. */
  readonly repeated: number;
  /** The first rows that no room was left for. */
  readonly refused: readonly BadRow[];
};

/** Imports that take the last room of a quota from each other at the same moment: each try has less. */
const TRIES = 10;

const NONE = { created: 0, duplicates: 0, updated: 0, invalid: 0, suppressed: 0 };

/** Stores chunks; the import and a new list begin with the first one, in its batch. */
export async function storingSink(
  ctx: MemberCtx,
  target: { list: { id: ListId } | null; listName: string; totalBytes: number | null },
  filename: string,
): Promise<Sink> {
  const max = ctx.settings.MAX_LEADS_PER_WORKSPACE;
  let leadCount = await selectLeadCount(ctx.db, ctx.workspaceId);
  let outcome: SinkOutcome = {
    importId: null,
    listId: target.list?.id ?? null,
    done: 0,
    counts: NONE,
    repeated: 0,
    refused: [],
  };
  const fresh = firstTimes();
  const store = async (chunk: Chunk, bytes: number, last: boolean) => {
    const now = ctx.now();
    // Read for each chunk: an entry that is added meanwhile counts from the next chunk on.
    const present = await suppressionPresence(ctx);
    return writeChunk(
      ctx.db,
      ctx.workspaceId,
      {
        job: outcome.importId ?? { ...target, createdBy: userIdOf(ctx.caller) },
        payload: payloadOf(chunk),
        addresses: addressesOfChunk(chunk),
        addressCount: chunk.entries.size,
        valid: chunk.valid,
        bad: chunk.bad,
        update: chunk.merges,
        source: {
          kind: ctx.caller.byKey ? "api" : "file",
          name: sourceName(filename),
          by: sourceName(ctx.caller.name),
        },
        tags: chunk.tagged,
        countSuppressed: present.any,
        bytes,
        last,
        now,
        leaseUntil: later(now, LEASE_MS),
      },
      present.hashOnly ? await restoreAddress(ctx, [...chunk.entries.keys()]) : [],
    );
  };
  /** Stores what the quota has room for; where another import took it meanwhile, what is left then. */
  const storeWithin = async (chunk: Chunk, bytes: number, last: boolean) => {
    const refused = [...outcome.refused];
    for (let tries = 1; ; tries++) {
      refused.push(...(await keepToQuota(ctx, chunk)));
      try {
        return { ...(await store(chunk, bytes, last)), refused: firstOf(refused) };
      } catch (cause) {
        if (tries === TRIES || !isUniqueViolation(cause)) throw cause;
      }
    }
  };
  return {
    async write(chunk, bytes, last) {
      if (chunk.valid > 0 && leadCount >= max) throw tooManyLeads(max);
      const { row, leadCount: counted, refused } = await storeWithin(chunk, bytes, last);
      leadCount = counted;
      const { bytes: _, error: __, ...counts } = row.result;
      const repeated = outcome.repeated + chunk.valid - fresh(chunk).length;
      outcome = {
        importId: row.id,
        listId: row.params.list_id,
        done: row.done,
        counts,
        repeated,
        refused,
      };
    },
    async fail(error) {
      if (outcome.importId === null) return;
      await failImport(ctx.db, ctx.workspaceId, outcome.importId, error, ctx.now());
    },
    outcome: () => outcome,
  };
}

/** Counts what storing would do, and writes nothing. */
export async function dryRunSink(ctx: WorkspaceCtx, listId: ListId | null): Promise<Sink> {
  const present = await suppressionPresence(ctx);
  const freshOf = firstTimes();
  let done = 0;
  let repeated = 0;
  let refused: readonly BadRow[] = [];
  const before = new Set<number>();
  let counts: SinkOutcome["counts"] = NONE;
  return {
    async write(chunk) {
      const isKnown = (email: string): boolean => before.has(fingerprint(email));
      refused = firstOf([...refused, ...(await keepToQuota(ctx, chunk, counts.created, isKnown))]);
      for (const email of chunk.entries.keys()) before.add(fingerprint(email));
      const fresh = freshOf(chunk);
      repeated += chunk.valid - fresh.length;
      const { known, suppressed } = await selectKnown(ctx.db, ctx.workspaceId, {
        addresses: JSON.stringify(fresh),
        payload: payloadOf(chunk),
        countSuppressed: present.any,
      });
      const created = fresh.length - known;
      const others = chunk.merges ? "updated" : "duplicates";
      done += rowsIn(chunk);
      counts = {
        ...counts,
        created: counts.created + created,
        [others]: counts[others] + chunk.valid - created,
        invalid: counts.invalid + chunk.bad.length,
        suppressed: counts.suppressed + suppressed,
      };
    },
    fail: async () => {},
    outcome: () => ({ importId: null, listId, done, counts, repeated, refused }),
  };
}

const firstOf = (rows: readonly BadRow[]): readonly BadRow[] => rows.slice(0, SHOWN_ERRORS);

/** Answers the addresses of a chunk that no chunk before it had. */
function firstTimes(): (chunk: Chunk) => string[] {
  const seen = new Set<number>();
  return (chunk) =>
    [...chunk.entries.keys()].filter((email) => {
      const before = seen.size;
      return seen.add(fingerprint(email)).size > before;
    });
}

export const tooManyLeads = (max: number): AppError =>
  new AppError("limit_reached", `A workspace can have up to ${max} leads. Delete some first.`);
