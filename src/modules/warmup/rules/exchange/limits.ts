import type { Language } from "#modules/warmup/rules/language.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";

/** Invited: nobody has accepted. Comparing: the operator has not confirmed the fingerprint. */
export const EXCHANGE_STATES = ["invited", "comparing", "active", "ended"] as const;

/** An address that the partner gave out for a day. */
export type ExchangePartner = { readonly email: string; readonly language: Language };

/** Mails a day that one exchange carries in each direction. */
export const MAX_EXCHANGE_QUOTA = 40;
/** Of them, what one mailbox gets, and what one mailbox sends. */
export const MAILS_OF_MAILBOX = 5;
/** Exchanges of a workspace that have not ended. */
export const MAX_EXCHANGES = 10;
export const INVITATION_MS = 7 * DAY_MS;
/** A signed call is good for so long, by the receiver's clock. */
export const CALL_GOOD_MS = MINUTE_MS;

/** Of a mailbox's warmup mails of a day, how many may go to partners of exchanges: a third. */
export const exchangeShare = (mailsOfDay: number): number =>
  Math.min(MAILS_OF_MAILBOX, Math.floor(mailsOfDay / 3));
