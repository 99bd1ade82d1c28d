import { keyedHash } from "#modules/leads/rules/suppression-hash.ts";
import { keyOf } from "#modules/leads/hashes/hashes.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { About, Fact, Found } from "./facts.ts";
import {
  lastEventAfter,
  selectReceiptMarks,
  selectSuppressedAfter,
  selectLeftAndBounced,
  type SuppressedRow,
} from "./causes-store.ts";

/** A detail is one of the product's own words: it is never empty and never a person's text. */
const word = (text: string | null): string => (text ?? "").replace(/[^a-z0-9_]/g, "").slice(0, 40);

/** Entries of the lists of suppressions; an erased person's is reported by its erasure. */
export async function suppressedFacts(
  deps: Deps,
  after: number,
  limit: number,
): Promise<Found<number>> {
  const rows = await selectSuppressedAfter(deps.db, after, limit);
  const facts = rows
    .filter(({ reason }) => reason !== "erased")
    .map((row): Fact => {
      const about = aboutEntry(deps, row);
      return {
        workspaceId: row.workspaceId,
        kind: "suppressed",
        at: row.createdAt,
        cause: `suppression:${row.id}`,
        person: row.kind === "address" ? about : null,
        domain: row.kind === "domain" ? about : null,
        step: "",
        detail: row.reason,
      };
    });
  return { facts, to: rows.at(-1)?.id ?? after, isAll: rows.length < limit };
}

function aboutEntry(deps: Deps, { value, hash, hashKey }: SuppressedRow): About {
  if (value !== null) return { value };
  return { hash: hashKey === null ? keyedHash(keyOf(deps), hash) : hash };
}

/** Opt-outs and bounces, as the events tell them. */
export async function reportedFacts(
  deps: Deps,
  after: number,
  limit: number,
): Promise<Found<number>> {
  const to = await lastEventAfter(deps.db, after, limit);
  if (to === after) return { facts: [], to, isAll: true };
  const rows = await selectLeftAndBounced(deps.db, after, to);
  const facts = rows.map((row): Fact => {
    const value = row.email.trim().toLowerCase();
    return {
      workspaceId: row.workspaceId,
      kind: row.type === "lead.bounced" ? "bounced" : "opt_out",
      at: row.at,
      cause: `event:${row.id}`,
      person: value === "" ? null : { value },
      domain: null,
      step: row.step ?? "",
      detail: word(row.detail),
    };
  });
  return { facts, to, isAll: to - after < limit };
}

/** What was noted beside its cause; the ids of the notes are answered, to be taken away with it. */
export async function markedFacts(
  deps: Deps,
  limit: number,
): Promise<readonly (Fact & { readonly mark: number })[]> {
  const rows = await selectReceiptMarks(deps.db, limit);
  return rows.map((row) => {
    const about: About | null =
      row.about === ""
        ? null
        : row.kind === "erased"
          ? { commitment: row.about }
          : { hash: row.about };
    return {
      workspaceId: row.workspaceId,
      kind: row.kind,
      at: row.at,
      cause: `mark:${row.id}`,
      person: row.isDomain === 0 ? about : null,
      domain: row.isDomain === 0 ? null : about,
      step: "",
      detail: word(row.detail),
      mark: row.id,
    };
  });
}
