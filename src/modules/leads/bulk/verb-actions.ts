import type { BulkVerb } from "#modules/leads/contract/bulk.ts";
import { type Action, assertMayDo } from "#platform/access/permissions.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";

/** What the single deed needs. */
const ACTIONS = {
  validate: "leads.validate",
  tag: "leads.edit",
  untag: "leads.edit",
  suppress: "suppressions.edit",
  add_to_list: "leads.edit",
  remove_from_list: "leads.edit",
  move_to_list: "leads.edit",
  delete: "leads.delete",
  add_to_campaign: "leads.enrol",
} as const satisfies Record<BulkVerb, Action>;

/** Throws `forbidden` for who may not do it with a single lead. */
export const assertMayDoBulk = (ctx: MemberCtx, verb: BulkVerb): void =>
  assertMayDo(ctx.caller, ACTIONS[verb]);
