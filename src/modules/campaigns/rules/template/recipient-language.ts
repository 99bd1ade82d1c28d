import { wishedLanguage } from "#platform/rules/wished-language.ts";

/** What recipients can be written to in: our own words in mails and on the pages that mails lead to. */
export const RECIPIENT_LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl"] as const;
export type RecipientLanguage = (typeof RECIPIENT_LANGUAGES)[number];

/** The footer of a workspace that has no text of its own; what stands in [brackets] is the link. */
export const FOOTER_TEXTS: Readonly<Record<RecipientLanguage, string>> = {
  en: "If you would rather not hear from me again, [unsubscribe].",
  de: "Wenn Sie keine weiteren E-Mails von mir möchten, [melden Sie sich hier ab].",
  fr: "Si vous ne souhaitez plus recevoir mes e-mails, [désabonnez-vous].",
  es: "Si prefiere no recibir más correos míos, [dese de baja].",
  pt: "Se preferir não receber mais e-mails meus, [cancele a inscrição].",
  it: "Se preferisce non ricevere altre mie e-mail, [annulli l'iscrizione].",
  nl: "Als u liever geen e-mails meer van mij ontvangt, [meld u af].",
};

/** The language of a browser that we have; null where there is none. */
export const languageOfBrowser = (header: string | undefined): RecipientLanguage | null =>
  wishedLanguage(header, RECIPIENT_LANGUAGES);
