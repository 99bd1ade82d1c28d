import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { mayDo } from "#platform/access/permissions.ts";
import { AppError, type FieldError } from "#platform/rules/errors.ts";
import { selectTakingPart, type ThreadRow } from "./store.ts";

export type Recipients = {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
};

/** Every recipient with the field that names it. */
export const entriesOf = (recipients: Recipients): { path: string; address: string }[] =>
  Object.entries(recipients).flatMap(([field, addresses]) =>
    addresses.map((address: string, i: number) => ({
      path: field === "to" ? field : `${field}.${i}`,
      address,
    })),
  );

/**
 * Throws `forbidden`, with the fields, where the caller's role may only answer the people of the
 * thread and somebody else is among the recipients, or where it asks for `force`. A lead's address
 * counts once mail of the thread went there: the same role may edit it.
 */
export async function assertMayAddress(
  ctx: MemberCtx,
  thread: ThreadRow["thread"],
  recipients: Recipients,
  force: boolean,
): Promise<void> {
  const errors: FieldError[] = [];
  if (force && !mayDo(ctx.caller, "threads.force")) {
    const message = "Only staff can send to a suppressed address. Leave this out.";
    errors.push({ path: "force", code: "staff_only", message });
  }
  if (!mayDo(ctx.caller, "threads.address_anyone")) {
    const entries = entriesOf(recipients);
    const asked = [...new Set(entries.map(({ address }) => address))];
    const known = await selectTakingPart(ctx.db, ctx.workspaceId, thread, asked);
    const message = "This address is not part of the thread. Only staff can add it.";
    for (const { path, address } of entries) {
      if (!known.has(address)) errors.push({ path, code: "not_in_thread", message });
    }
  }
  if (errors.length === 0) return;
  throw new AppError("forbidden", "Your role cannot send this reply. See errors.", { errors });
}
