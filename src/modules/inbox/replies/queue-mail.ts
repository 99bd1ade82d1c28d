import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";
import type { MessageId } from "#platform/rules/ids.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { describe } from "#platform/ctx/log.ts";
import { isSample } from "#platform/rules/mail/sandbox.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { transmit } from "#modules/delivery/engine/transmit.ts";
import { replyKind } from "./kind.ts";
import { insertMail, type NewMail } from "./queue-store.ts";

/** A mail without its Message-ID. */
export type WrittenMail = Omit<NewMail, "messageId">;

/**
 * Random, not derived: a restored database may hand out the same row id again, and the companion's
 * journal would take the new mail for the one that it sent.
 */
export const newMessageId = (fromEmail: string): string =>
  `m.${crypto.randomUUID()}@${domainOf(fromEmail)}`;

/**
 * Stores a mail that a person wrote and hands it to the mail service; one with a later time is kept
 * for the tick. It bypasses every limit of campaigns. Answers its id and whether its
 * outcome may come soon: false while it is kept, and where the mail service is away. Null: its
 * conversation is gone, or has something newer than it may. Throws `validation_failed` where the
 * sandbox would write to somebody real, or a real mailbox to a sample lead.
 */
export async function queueMail(
  ctx: WorkspaceCtx,
  mail: NewMail,
): Promise<{ id: MessageId; isUnderWay: boolean } | null> {
  assertOneSide(mail);
  const now = ctx.now();
  const isLater = mail.sendAt !== null && mail.sendAt > now;
  const lease = crypto.randomUUID();
  const claim = isLater ? null : { lease, now };
  const id = await insertMail(ctx.db, ctx.workspaceId, mail, claim, now);
  if (id === null) return null;
  if (isLater) {
    await wakeSoon(ctx, (mail.sendAt ?? now) - now);
    return { id, isUnderWay: false };
  }
  return { id, isUnderWay: await transmit(ctx, replyKind, lease, [id]) };
}

function assertOneSide({ fromEmail, to, cc, bcc }: NewMail): void {
  const inside = isSample(fromEmail);
  if ([...to, ...cc, ...bcc].every((address) => isSample(address) === inside)) return;
  throw invalidField(
    "to",
    "address_not_allowed",
    inside
      ? "A sandbox mailbox sends to sample leads only."
      : "This is the address of a sample lead. Only a sandbox mailbox sends to it.",
  );
}

/** Ticks are a minute apart: what leaves within one is not to wait for the next. */
const WOKEN_MS = 2 * MINUTE_MS;

/** Never throws: the mail is stored, and a person who saw an error would write it again. */
async function wakeSoon(ctx: WorkspaceCtx, waitMs: number): Promise<void> {
  if (waitMs > WOKEN_MS) return;
  const delaySeconds = Math.ceil(waitMs / SECOND_MS);
  try {
    await ctx.queue.send({ type: "outbox.due.v1", workspaceId: ctx.workspaceId }, { delaySeconds });
  } catch (cause) {
    ctx.log("outbox.unwoken", { cause: describe(cause) }, "warn");
  }
}
