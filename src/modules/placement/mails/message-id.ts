import { hashSecret } from "#platform/ctx/settings.ts";
import { createHmac } from "node:crypto";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

/** What makes a test email the one that it is. */
export type MailKey = {
  /** Of its test. */
  readonly key: string;
  readonly searchId: number;
  readonly mailboxId: number;
  readonly seed: string;
  readonly version: number;
  readonly number: number;
};

/**
 * The Message-ID of a test email: the same whenever its row is written, so that the journal bars a
 * second one even after the database was put back. It looks like those of campaigns.
 */
export function placementMessageId(
  { settings, workspaceId }: Pick<WorkspaceCtx, "settings" | "workspaceId">,
  { key, searchId, mailboxId, seed, version, number }: MailKey,
  senderEmail: string,
): string {
  const tag = createHmac("sha256", hashSecret(settings))
    .update(`placement:${workspaceId}:${key}:${searchId}:${mailboxId}:${seed}:${version}:${number}`)
    .digest("base64url");
  const name = `${workspaceId}.${mailboxId}.${parseInt(key.slice(0, 6), 16)}.${number + 1}`;
  return `${name}.${tag.slice(0, 16)}@${domainOf(senderEmail)}`;
}
