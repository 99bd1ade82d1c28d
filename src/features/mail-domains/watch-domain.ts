import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import { domainOf } from "#domain/leads/suppression-hash.ts";
import { insertDomain } from "./store.ts";

/** The statement that has DNS asked about an address's domain, for the batch that adds the mailbox. */
export const watchDomain = (ctx: Pick<WorkspaceCtx, "db" | "now">, email: string): Statement =>
  insertDomain(ctx.db, domainOf(email), ctx.now());
