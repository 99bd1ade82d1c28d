import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";

/**
 * The texts of what the workspace sends, HTML and plain: their links lead to domains that block lists
 * are asked about. Later modules know them.
 *
 * A text is whole, with its variables as they are written, since a name with a variable in it is
 * another one for each lead and is left out. Only what is being sent counts: drafts and what has ended
 * bring nobody to a page.
 *
 * At most some hundred texts are given; where there are more, those of the newest campaigns.
 */
export const sentTexts =
  hook<(ctx: WorkspaceCtx) => Promise<readonly string[]>>("reputation.texts");
