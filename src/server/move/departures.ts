import type { Client } from "@libsql/client";
import { z } from "zod";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { QueuedHit } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import type { Departures } from "#platform/ctx/ports.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, SECOND_MS } from "#platform/rules/time.ts";
import { AppError } from "#platform/rules/errors.ts";
import { ApprovalAnswer, type LinkCall, PageAnswer } from "#platform/wire/arrivals.ts";
import { hitRate } from "#modules/tracking/rules/rate.ts";
import { callArrival, type Reach } from "./call-arrival.ts";
import { countWaiting, deleteKept, insertKept, type Kept, keptRows } from "./departed-rows.ts";
import { type Departed, departedSecretKey, readDeparted, readDepartedSecret } from "./departed.ts";

/** Hits of one row, and of one call. */
const HITS = 500;
/** Rows that wait for another installation; hits beyond that are dropped and counted. */
const MOST_WAITING = 10_000;
/** After a call that failed. */
const AGAIN_MS = 15 * SECOND_MS;
/** What nobody took for so long is forgotten. */
const KEPT_MS = 30 * DAY_MS;
const PAGE_MS = 10 * SECOND_MS;
const CALL_MS = 30 * SECOND_MS;

/** `Departures` over the rows of the install's settings. */
export type OwnDepartures = Departures & {
  /** From now on links of this one lead there. */
  add(id: WorkspaceId, departed: Departed): void;
  /** Brings what waits, behind this call. */
  turn(): void;
  /** Ends what is under way. */
  stop(): Promise<void>;
};

type Parts = {
  readonly client: Client;
  readonly deps: Pick<Deps, "now" | "log" | "vault" | "egress">;
};

/**
 * Hands hits and opt-outs of workspaces that went away to the installation where they lie. Each is kept
 * in a row before its request is answered, and until the other one has it.
 */
export async function departuresOf(parts: Parts): Promise<OwnDepartures> {
  const { client, deps } = parts;
  const away = new Map(await readDeparted(client));
  const secrets = new Map<WorkspaceId, string>();
  const notBefore = new Map<WorkspaceId, number>();
  const isWithinRate = hitRate();
  let waiting = await countWaiting(client);
  let bringing: Promise<void> | null = null;
  let isStopped = false;

  async function reachOf(id: WorkspaceId): Promise<Reach> {
    const departed = away.get(id);
    if (!departed) throw new Error(`workspace ${id} has not gone`);
    const { move, target } = departed;
    let secret = secrets.get(id);
    if (secret === undefined) {
      const sealed = await readDepartedSecret(client, id);
      secret = await deps.vault.open(sealed ?? "", `install_settings:${departedSecretKey(id)}`);
      secrets.set(id, secret);
    }
    return { target, move, secret, egress: deps.egress, now: deps.now };
  }

  async function keep(kept: Kept): Promise<void> {
    await insertKept(client, kept);
    waiting++;
    turn();
  }

  const group = groupedHits(deps, async (hits) => {
    for (const [workspace, own] of Map.groupBy(hits, ({ workspaceId }) => workspaceId)) {
      for (let from = 0; from < own.length; from += HITS) {
        await keep({ workspace, at: deps.now(), hits: own.slice(from, from + HITS) });
      }
    }
  });

  function turn(): void {
    if (waiting === 0 || bringing !== null || isStopped) return;
    bringing = bring()
      .catch((cause) => deps.log("departed.not_brought", { cause: describe(cause) }, "error"))
      .finally(() => (bringing = null));
  }

  /** Goes once through all that waits; what cannot be brought is left for later. */
  async function bring(): Promise<void> {
    for await (const { key, kept } of keptRows(client)) {
      if (isStopped) return;
      if (!(await isBrought(key, kept))) continue;
      await deleteKept(client, key);
      waiting--;
    }
  }

  async function isBrought(key: string, kept: Kept): Promise<boolean> {
    const id = kept.workspace as WorkspaceId;
    const now = deps.now();
    if (now - kept.at > KEPT_MS || !away.has(id)) return true;
    if (now < (notBefore.get(id) ?? 0)) return false;
    try {
      await callArrival(await reachOf(id), callOf(key, kept), z.unknown(), CALL_MS);
      return true;
    } catch (cause) {
      notBefore.set(id, now + AGAIN_MS);
      deps.log("departed.not_brought", { workspace: id, cause: describe(cause) }, "warn");
      return false;
    }
  }

  return {
    has: (id) => away.has(id),
    add(id, departed) {
      away.set(id, departed);
      secrets.delete(id);
    },
    record(hit) {
      if (!isWithinRate(hit.sendId, hit.at) || waiting >= MOST_WAITING) {
        return Promise.resolve(false);
      }
      return group(hit);
    },
    async page(id, { sendId, method, body, language }) {
      try {
        return await callArrival(
          await reachOf(id),
          { act: "unsubscribe", send: sendId, method, body, language: language.slice(0, 1_000) },
          PageAnswer,
          PAGE_MS,
        );
      } catch (cause) {
        deps.log("departed.no_page", { workspace: id, cause: describe(cause) }, "warn");
        return null;
      }
    },
    async approval(id, asked) {
      let answered: z.output<typeof ApprovalAnswer>;
      try {
        const call = { act: "approval", ...asked } as const;
        answered = await callArrival(await reachOf(id), call, ApprovalAnswer, PAGE_MS);
      } catch (cause) {
        throw new AppError("upstream_unavailable", "Try again in a minute.", { cause });
      }
      const { problem, answer } = answered;
      if (problem) throw new AppError(problem.code, problem.message, { errors: problem.errors });
      return answer;
    },
    optOut: (workspace, send, body) => keep({ workspace, at: deps.now(), optOut: { send, body } }),
    turn,
    async stop() {
      isStopped = true;
      await bringing;
    },
  };
}

/** Everything that one turn of the event loop brings is written together. */
function groupedHits(
  { log }: Pick<Deps, "log">,
  write: (hits: readonly QueuedHit[]) => Promise<void>,
): (hit: QueuedHit) => Promise<boolean> {
  let open: { readonly hits: QueuedHit[]; readonly kept: Promise<boolean> } | null = null;
  function openGroup(): { readonly hits: QueuedHit[]; readonly kept: Promise<boolean> } {
    const hits: QueuedHit[] = [];
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setImmediate(() => {
      open = null;
      write(hits).then(
        () => resolve(true),
        (cause) => {
          log("hits.unwritten", { hits: hits.length, cause: describe(cause) }, "error");
          resolve(false);
        },
      );
    });
    return { hits, kept: promise };
  }
  return (hit) => {
    open ??= openGroup();
    open.hits.push(hit);
    return open.kept;
  };
}

/** A call that may come twice does something once: hits by the name of their row, opt-outs by themselves. */
function callOf(key: string, { hits = [], optOut }: Kept): LinkCall {
  if (optOut) {
    const { send, body } = optOut;
    return { act: "unsubscribe", send, method: "POST", body, language: "" };
  }
  return { act: "hits", batch: key, hits };
}
