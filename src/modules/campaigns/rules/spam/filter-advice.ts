/**
 * What to do about rules of SpamAssassin 4.0 and rspamd 3.4 that mails of this product have met, or that
 * writers can change. Names that begin so; the first that fits counts.
 */
const ADVICE: readonly (readonly [names: RegExp, advice: string])[] = [
  [
    /^HTML_IMAGE_ONLY/,
    "An image, such as the pixel that counts opens, in a short email. Write more, or switch opens off for this campaign.",
  ],
  [
    /^URI_COUNT_ODD$/,
    "The pixel that counts opens makes the number of addresses odd. Switch opens off, or clicks on.",
  ],
  [
    /^LIST_PARTIAL_SHORT_MSG$/,
    "A short email with an unsubscribe header and no DKIM signature. Set up DKIM for the sending domain.",
  ],
  [/^(DKIM_|R_DKIM|NO_DKIM|ARC_)/, "Set up DKIM for the sending domain."],
  [/^(SPF_|R_SPF)/, "Set up SPF for the sending domain."],
  [/^(DMARC_|R_DMARC)/, "Set up DMARC for the sending domain."],
  [/^(MIME_HTML_ONLY|MIME_HTML_MOSTLY)$/, "Give the step a text version."],
  [
    /^(STY_INVIS|HTML_FONT_LOW_CONTRAST|R_WHITE_ON_WHITE|HIDDEN)/,
    "Remove text that nobody can see.",
  ],
  [/^(SUBJ_ALL_CAPS|SUBJECT_ALL_CAPS|R_MIXED_CHARSET|UPPERCASE)/, "Do not write in capitals."],
  [
    /^(SUBJECT_ENDS_(EXCLAIM|QUESTION)|SUBJ_EXCESS|SUBJECT_HAS)/,
    "Write the subject without such signs.",
  ],
  [/^(FREEMAIL_|FREEMAIL)/, "Send from a domain of your own."],
  [
    /^(URIBL_|URI_|SURBL|DBL|RBL|RCVD_IN_|PH_SURBL)/,
    "A domain or address in the email is listed or looks suspicious. Look at the links, the tracking domain and the block lists.",
  ],
  [
    /^(FUZZY|BAYES|PYZOR|RAZOR|DCC_)/,
    "The same text was reported or learnt as spam. Write it anew.",
  ],
  [/^(HTML_SHORT_LINK_IMG|HTML_IMAGE_RATIO)/, "Less image, more text."],
  [
    /^(MONEY|LOTS_OF_MONEY|ADVANCE_FEE|DEAR_|GUARANTEED|FREE_|URG_BIZ|DRUG)/,
    "Words that swindlers use. Replace them.",
  ],
];

/** What a writer can do about a rule of a filter; null where nothing is known. */
export const filterAdvice = (rule: string): string | null =>
  ADVICE.find(([names]) => names.test(rule))?.[1] ?? null;
