import type { Family } from "./family.ts";
import { INBOUND_MAIL } from "./inbound-mail.ts";

/** Mails, and what is read from them. */
export const MAIL: readonly Family[] = [...INBOUND_MAIL];
