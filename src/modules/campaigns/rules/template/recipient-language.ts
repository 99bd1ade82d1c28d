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

const LONGEST_HEADER = 1_000;

/**
 * The language of a browser that we have, by its `Accept-Language` (RFC 9110, 12.5.4): the one with
 * the highest weight, of equal ones the first; null where there is none.
 */
export function languageOfBrowser(header: string | undefined): RecipientLanguage | null {
  let best: { language: RecipientLanguage; weight: number } | null = null;
  for (const part of (header ?? "").slice(0, LONGEST_HEADER).split(",")) {
    const [range = "", ...parameters] = part.split(";");
    const primary = range.trim().toLowerCase().split("-")[0];
    const language = RECIPIENT_LANGUAGES.find((name) => name === primary);
    const quality = parameters.find((one) => one.trim().startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
    if (language && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? null;
}
