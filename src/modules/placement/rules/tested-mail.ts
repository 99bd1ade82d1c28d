import type { RecipientLanguage } from "#modules/campaigns/rules/template/recipient-language.ts";

/** A mail as a test sends it: the texts as templates, and what belongs to it. */
export type TestedMail = {
  /** The campaign's name, or what a person calls a draft. */
  readonly name: string;
  readonly subject: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
  /** 1 for a first mail. */
  readonly step: number;
  readonly plainText: boolean;
  readonly unsubscribeFooter: boolean;
  /** Missing in tests from before campaigns had one. */
  readonly language?: RecipientLanguage | null;
  readonly unsubscribeHeader: boolean;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
};
