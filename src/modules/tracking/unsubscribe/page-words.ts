import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  languageOfBrowser,
  type RecipientLanguage,
} from "#modules/campaigns/rules/template/recipient-language.ts";
import { languageOfSend } from "#modules/campaigns/unsubscribe/unsubscribe.ts";
import type { SendId } from "#platform/rules/ids.ts";
import { UNSUBSCRIBE_TEXTS } from "./languages.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";

/** What the page says: who wrote, and the workspace's own words above the button. */
export type PageWords = {
  readonly sender: string;
  readonly postalAddress: string | null;
  readonly text: string | null;
  readonly language: RecipientLanguage;
};

/**
 * Recipients know a workspace by its company, else its name; a neutral word once it is gone. The
 * language is the campaign's, else the browser's.
 */
export async function pageWords(
  ctx: WorkspaceCtx,
  sendId: SendId,
  acceptLanguage: string | undefined,
): Promise<PageWords> {
  const [{ general, compliance }, chosen] = await Promise.all([
    readSettings(ctx),
    languageOfSend(ctx, sendId),
  ]);
  const language = chosen ?? languageOfBrowser(acceptLanguage) ?? "en";
  return {
    sender: general.from_company ?? (general.name || UNSUBSCRIBE_TEXTS[language].thisSender),
    postalAddress: general.postal_address,
    text: compliance.unsubscribe_page_text,
    language,
  };
}
