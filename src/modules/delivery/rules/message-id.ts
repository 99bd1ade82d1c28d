import { createHmac } from "node:crypto";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";

/** Follows the key of an imported mail whose Message-ID nobody knows; no header ever names it. */
const UNKNOWN_ID = "@moved.invalid";

/** Stands for the Message-ID of a mail that another product sent, where it is not known. */
export const unknownMessageId = (key: string): string => `${key}${UNKNOWN_ID}`;

/** Whether an answer could name this mail. */
export const isKnownMessageId = (id: string): boolean => !id.endsWith(UNKNOWN_ID);

/**
 * The Message-ID of a send, without angle brackets: derived from its key (campaign, lead, step) and
 * its recipient, so that it is the same over every retry and even after the database was restored,
 * when ids of what was forgotten go to others. It tells no address. The domain is the sender's, as
 * receivers expect.
 */
export function sendMessageId(
  secret: string,
  key: { workspaceId: number; campaignId: number; leadId: number; stepId: number },
  recipient: string,
  senderEmail: string,
): string {
  const name = `${key.workspaceId}.${key.campaignId}.${key.leadId}.${key.stepId}`;
  const tag = createHmac("sha256", secret)
    .update(`message-id:${name}:${recipient.toLowerCase()}`)
    .digest("base64url");
  return `${name}.${tag.slice(0, 16)}@${domainOf(senderEmail)}`;
}
