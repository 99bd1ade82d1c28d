import type { Family } from "./family.ts";
import { CONVERSATIONS } from "./conversations.ts";
import { INBOUND_MAIL } from "./inbound-mail.ts";

/** Mails, and what is read from them. */
export const MAIL: readonly Family[] = [...INBOUND_MAIL, ...CONVERSATIONS];
