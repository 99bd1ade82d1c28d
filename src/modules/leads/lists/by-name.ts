import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { LeadId, ListId } from "#platform/rules/ids.ts";
import { fillLists, leadsNamed, listsNamed } from "./by-name-store.ts";

/** The workspace's lists of these names, made where there are none; safe to repeat. */
export const listsByName = (
  ctx: WorkspaceCtx,
  names: readonly string[],
): Promise<ReadonlyMap<string, ListId>> => listsNamed(ctx.db, ctx.workspaceId, names, ctx.now());

/** Puts leads into lists by their addresses. */
export const putIntoLists = (
  ctx: WorkspaceCtx,
  places: ReadonlyMap<ListId, readonly string[]>,
): Promise<void> => fillLists(ctx.db, ctx.workspaceId, places);

/** The leads with these addresses. */
export const leadsByAddress = (
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, LeadId>> => leadsNamed(ctx.db, ctx.workspaceId, emails);
