import { z } from "zod";
import { AUDIT_ACTIONS } from "#modules/accounts/rules/audit-actions.ts";
import { PageQuery, pathId, Time } from "#platform/contract/common.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";

export const AuditQuery = PageQuery.omit({ q: true }).extend({
  user_id: pathId<UserId>().optional(),
  /** The admin behind an impersonated session. */
  impersonator_id: pathId<UserId>().optional(),
  workspace_id: pathId<WorkspaceId>().optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

/** Null as name: the account is gone. */
const Somebody = z.object({ id: z.int(), name: z.string().nullable() });

export const AuditEntry = z.object({
  id: z.int(),
  at: Time,
  action: z.string(),
  /** Null for an API key, for nobody (a sign-in with an unknown name) and for the install itself. */
  user: Somebody.nullable(),
  impersonator: Somebody.nullable(),
  api_key_id: z.int().nullable(),
  install_key_id: z
    .int()
    .nullable()
    .describe("The key of the installation that did it; null for everybody else."),
  workspace_id: z.int().nullable(),
  target: z.object({ type: z.string(), id: z.string() }).nullable(),
  /** Where it came from: a network address, or `system` and `command line`. */
  address: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.output<typeof AuditEntry>;
