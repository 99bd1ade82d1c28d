import { createHmac } from "node:crypto";
import { domainOf } from "#domain/leads/suppression-hash.ts";

/**
 * The Message-ID of a send, without angle brackets: derived from its key (campaign, lead, step),
 * so that it is the same over every retry and even after the database was restored, and tells no
 * address. The domain is the sender's, as receivers expect.
 */
export function sendMessageId(
  secret: string,
  key: { workspaceId: number; campaignId: number; leadId: number; stepId: number },
  senderEmail: string,
): string {
  const name = `${key.workspaceId}.${key.campaignId}.${key.leadId}.${key.stepId}`;
  const tag = createHmac("sha256", secret).update(`message-id:${name}`).digest("base64url");
  return `${name}.${tag.slice(0, 16)}@${domainOf(senderEmail)}`;
}
