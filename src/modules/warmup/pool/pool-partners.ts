import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { mostFor, type Partner } from "#modules/warmup/rules/pairing.ts";
import type { Outsider } from "#modules/warmup/mails/plan-store.ts";
import { selectJoined, selectPoolPartners } from "./pool-store.ts";

/** Whom a workspace's mailboxes may write to in other workspaces, and which of them may. */
export type PoolPartners = {
  readonly chosen: ReadonlySet<MailboxId>;
  readonly partners: readonly Partner[];
  readonly outsiders: ReadonlyMap<string, Outsider>;
};

const NOBODY: PoolPartners = { chosen: new Set(), partners: [], outsiders: new Map() };

/** Nobody, unless the workspace takes part itself. */
export async function poolPartnersOf(ctx: WorkspaceCtx): Promise<PoolPartners> {
  const joined = await selectJoined(ctx.install, ctx.workspaceId);
  if (joined.length === 0) return NOBODY;
  const own = new Set(joined.map(({ email }) => email));
  const others = (await selectPoolPartners(ctx.install, ctx.workspaceId)).filter(
    ({ email }) => !own.has(email),
  );
  const outsiders = new Map(
    others.map(({ email, name, timezone }) => [
      email,
      { email, name, timezone, exchangeId: null } satisfies Outsider,
    ]),
  );
  const most = mostFor(outsiders.size + own.size);
  return {
    chosen: new Set(joined.map(({ mailboxId }) => mailboxId)),
    partners: [...outsiders.keys()].map((email) => ({ id: email, domain: domainOf(email), most })),
    outsiders,
  };
}

/** Those of them that a mailbox may write to. */
export const poolPartnersFor = (
  { chosen, partners }: PoolPartners,
  id: MailboxId,
): readonly Partner[] => (chosen.has(id) ? partners : []);
