import { TEMPLATE_KINDS, type TemplateKind } from "#modules/campaigns/rules/states.ts";
import { t } from "#dashboard/words/words.ts";

/** What the room of templates shows, by its address. */
export type TemplatesSearch = { readonly kind?: TemplateKind; readonly q?: string };

export function readTemplatesSearch(search: Record<string, unknown>): TemplatesSearch {
  const kind = TEMPLATE_KINDS.find((known) => known === search["kind"]);
  const q = typeof search["q"] === "string" ? search["q"] : "";
  return { ...(kind && { kind }), ...(q && { q }) };
}

/** Each kind as people call it, one and many. */
export const KIND_WORDS: Readonly<Record<TemplateKind, readonly [one: string, many: string]>> = {
  campaign: [t("Campaign"), t("Campaigns")],
  step: [t("Step"), t("Steps")],
  snippet: [t("Snippet"), t("Snippets")],
};
