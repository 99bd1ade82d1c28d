import { bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { type Enrolment, leadsEnrolled } from "#modules/leads/hooks.ts";
import { restoreAddress, suppressionPresence } from "#modules/leads/hashes/restore-address.ts";
import { keepToQuota } from "#modules/leads/imports/lead-room.ts";
import type { Sink } from "#modules/leads/imports/import-sink.ts";
import { countChanges, writeChunk } from "#modules/leads/imports/import-store.ts";
import { addressesOfChunk, type Chunk, payloadOf, rowsIn } from "#modules/leads/leads/chunk.ts";
import { sourceName } from "#modules/leads/rules/source.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { extend, fence, type Held, isHeld, LeaseLost } from "./lease-store.ts";
import { newSince } from "./new-leads-sql.ts";
import { NO_RESULT } from "./runs-store.ts";

/** Chunks of one turn: with the parts of the file, within the statements that D1 allows an invocation. */
const CHUNKS_PER_TURN = 40;
/** Imports that take the last room of a quota from each other at the same moment: each try has less. */
const TRIES = 10;

/** The turn is over; the run goes on in the next. */
export class TurnOver extends Error {
  override readonly name = "TurnOver";
}

/**
 * Stores the chunks of a run, each in one batch with the progress. A file gives the same chunks each
 * time, so a run that was taken over leaves out those that are done.
 */
export function linkSink(ctx: WorkspaceCtx, held: Held): Sink {
  const { db, workspaceId, link, run } = held;
  let done = run.done;
  let seen = 0;
  let stored = 0;
  let broken = false;
  const store = async (chunk: Chunk, bytes: number): Promise<void> => {
    const now = ctx.now();
    const present = await suppressionPresence(ctx);
    const payload = payloadOf(chunk);
    const addresses = addressesOfChunk(chunk);
    const update = run.params.on_duplicate === "update";
    const { row } = await writeChunk(
      db,
      workspaceId,
      {
        job: run.id,
        payload,
        addresses,
        addressCount: chunk.entries.size,
        valid: chunk.valid,
        bad: chunk.bad,
        update,
        onlyChanged: true,
        source: { kind: "link", name: sourceName(link.name), by: sourceName(link.createdByName) },
        tags: chunk.tagged,
        countSuppressed: present.any,
        bytes,
        last: false,
        now,
        leaseUntil: now,
      },
      [
        ...(present.hashOnly ? await restoreAddress(ctx, [...chunk.entries.keys()]) : []),
        ...(await enrolment(ctx, held)),
      ],
      [
        fence(held),
        extend(held, now),
        countChanges(db, workspaceId, run.id, run.params.list_id, { payload, addresses, update }),
      ],
    );
    done = row.done;
  };
  const storeWithin = async (chunk: Chunk, bytes: number): Promise<void> => {
    for (let tries = 1; ; tries++) {
      await keepToQuota(ctx, chunk);
      try {
        return await store(chunk, bytes);
      } catch (cause) {
        if (!isUniqueViolation(cause)) throw cause;
        if (!(await isHeld(held))) throw new LeaseLost();
        if (tries === TRIES) throw cause;
      }
    }
  };
  return {
    async write(chunk, bytes) {
      if (broken) throw new TurnOver();
      seen += rowsIn(chunk);
      if (seen <= done) return;
      try {
        if (stored === CHUNKS_PER_TURN) throw new TurnOver();
        await storeWithin(chunk, bytes);
        stored++;
      } catch (thrown) {
        // What follows must not be stored before it.
        broken = true;
        throw thrown;
      }
    },
    fail: async () => {},
    // What came of it is in the row of the run.
    outcome: () => ({
      importId: null,
      listId: null,
      done,
      counts: NO_RESULT,
      repeated: 0,
      refused: [],
    }),
  };
}

/** New leads join the campaign of the link. */
async function enrolment(
  ctx: WorkspaceCtx,
  { run, workspaceId }: Held,
): Promise<Enrolment["statements"]> {
  const { campaign_id: campaignId } = run.params;
  if (campaignId === null) return [];
  const { statements } = await ctx.hooks.one(leadsEnrolled)(
    { ...ctx, ...bySystem(ctx) },
    campaignId,
    newSince(workspaceId, run.id),
  );
  return statements;
}
