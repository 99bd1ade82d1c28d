import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectFacts } from "./store.ts";

/** What is known of domains, by domain, and since when; nobody is asked. */
export const factsOf = (ctx: Pick<WorkspaceCtx, "db">, domains: readonly string[]) =>
  selectFacts(ctx.db, domains);
