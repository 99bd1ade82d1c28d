import type { SQL } from "drizzle-orm";
import type { MailboxDeletion, MailboxWarmup } from "#modules/mailboxes/contract/mailboxes.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { Statement } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";

/** What a module adds to the batch that deletes a mailbox, before the mailbox itself goes. */
export type PartOfDeletion = {
  /** Each under the `guard` that it was given. */
  readonly statements: readonly Statement[];
  /** Dedupe keys of the events among them, whose deliveries are woken after the batch. */
  readonly events?: readonly string[];
};

/** What goes with a mailbox. `guard`: it is still there. */
export const mailboxDeleted =
  hook<
    (
      ctx: MemberCtx,
      mailbox: { readonly id: MailboxId; readonly guard: SQL },
    ) => Promise<PartOfDeletion>
  >("mailboxes.deleted");

/** What uses a mailbox, as the preview of its deletion shows it; each module gives its fields. */
export const mailboxUses =
  hook<(ctx: WorkspaceCtx, id: MailboxId) => Promise<Partial<Omit<MailboxDeletion, "email">>>>(
    "mailboxes.uses",
  );

/** What mailboxes show of their warmup, by id; one that is absent has none. */
export const mailboxWarmups =
  hook<
    (ctx: WorkspaceCtx, ids: readonly MailboxId[]) => Promise<ReadonlyMap<MailboxId, MailboxWarmup>>
  >("mailboxes.warmups");

/**
 * What follows mailboxes whose tags were written before it in the same batch; a new mailbox counts.
 * `those` is a list of their ids, as a sub-select.
 */
export const mailboxTagsChanged =
  hook<(ctx: WorkspaceCtx, those: SQL) => readonly Statement[]>("mailboxes.tags_changed");

/**
 * Starts the warmup of mailboxes, or lets a paused one go on. `those` is a sub-select of `id` and
 * `daily_limit`, null for the default; mailboxes that only send are left out.
 */
export const mailboxWarmupsStarted = hook<(ctx: WorkspaceCtx, those: SQL) => readonly Statement[]>(
  "mailboxes.warmups_started",
);

/** Pauses the warmup of mailboxes, where one runs. `those` is a list of their ids. */
export const mailboxWarmupsPaused = hook<(ctx: WorkspaceCtx, those: SQL) => readonly Statement[]>(
  "mailboxes.warmups_paused",
);
