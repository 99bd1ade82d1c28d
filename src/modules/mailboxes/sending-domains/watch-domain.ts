import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { insertDomain } from "./store.ts";

/** The statement that has DNS asked about an address's domain, for the batch that adds the mailbox. */
export const watchDomain = (ctx: Pick<WorkspaceCtx, "db" | "now">, email: string): Statement =>
  insertDomain(ctx.db, domainOf(email), ctx.now());
