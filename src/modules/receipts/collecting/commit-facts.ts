import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import type { About, Fact } from "#modules/receipts/facts/facts.ts";
import {
  commitmentText,
  type Said,
  freshSalt,
  sha256Hex,
} from "#modules/receipts/rules/encoding.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type PersonRow, selectCommitments } from "./people-store.ts";

/** Facts as the chain tells them, and the salts that are new with them. */
export type Committed = { readonly said: readonly Said[]; readonly people: readonly PersonRow[] };

/** Puts commitments in the place of rows, people and domains. Writes nothing. */
export async function commitFacts(
  ctx: WorkspaceCtx,
  salt: string,
  facts: readonly Fact[],
): Promise<Committed> {
  const texts = new Map<string, string>();
  for (const about of facts.flatMap(({ person, domain }) => [person, domain])) {
    if (about === null || "commitment" in about) continue;
    const hash = hashOf(ctx, about);
    // An address says more than its hash alone.
    if ("value" in about || !texts.has(hash)) {
      texts.set(hash, "value" in about ? about.value : `hash:${about.hash}`);
    }
  }
  const known = await selectCommitments(ctx.db, ctx.workspaceId, [...texts.keys()]);
  const people = [...texts]
    .filter(([hash]) => !known.has(hash))
    .map(([hash, text]): PersonRow => {
      const own = freshSalt();
      return { hash, salt: own, commitment: sha256Hex(commitmentText(own, text)) };
    });
  for (const { hash, commitment } of people) known.set(hash, commitment);
  const of = (about: About | null): string => {
    if (about === null) return "";
    return "commitment" in about ? about.commitment : (known.get(hashOf(ctx, about)) ?? "");
  };
  return {
    people,
    said: facts.map(({ kind, at, cause, person, domain, step, detail }) => ({
      kind,
      at,
      cause: causeOf(salt, cause),
      person: of(person),
      domain: of(domain),
      step: step === "" ? "" : sha256Hex(commitmentText(salt, `step:${step}`)),
      detail,
    })),
  };
}

export const causeOf = (salt: string, cause: string): string =>
  sha256Hex(commitmentText(salt, cause));

const hashOf = (ctx: WorkspaceCtx, about: Exclude<About, { commitment: string }>): string =>
  "value" in about ? hashesOf(ctx, about.value).keyed : about.hash;
