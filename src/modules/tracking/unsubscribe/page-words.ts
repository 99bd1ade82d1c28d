import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";

/** What the page says: who wrote, and the workspace's own words above the button. */
export type PageWords = {
  readonly sender: string;
  readonly postalAddress: string | null;
  readonly text: string | null;
};

/** Recipients know a workspace by its company, else its name; a neutral word once it is gone. */
export async function pageWords(ctx: WorkspaceCtx): Promise<PageWords> {
  const { general, compliance } = await readSettings(ctx);
  return {
    sender: general.from_company ?? (general.name || "this sender"),
    postalAddress: general.postal_address,
    text: compliance.unsubscribe_page_text,
  };
}
