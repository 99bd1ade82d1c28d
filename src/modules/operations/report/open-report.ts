import { inWorkspace, type PublicCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { readSettings, type SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import { selectIdBySlug } from "./slug-store.ts";

export type OpenReport = {
  readonly ctx: WorkspaceCtx;
  readonly settings: SettingsValues;
};

/** Search engines have no business with a report, there or not. */
export const NO_INDEX = { "X-Robots-Tag": "noindex" };

/**
 * The workspace behind a report's slug, and its settings as they are now. Throws `not_found`, the
 * same for a slug that nobody has, for a report that is switched off, and at a workspace's own host for
 * that of another one.
 */
export async function openReport(deps: PublicCtx, slug: string): Promise<OpenReport> {
  const id = await selectIdBySlug(deps.install, slug);
  const isHere = deps.ownHost === null || deps.ownHost.workspaceId === id;
  if (id !== null && isHere) {
    const ctx = inWorkspace(deps, id);
    const settings = await readSettings(ctx);
    if (settings.report.enabled) return { ctx, settings };
  }
  throw new AppError("not_found", "Report not found.", {
    headers: { ...NO_INDEX, "Cache-Control": "no-store" },
  });
}
