import { z } from "zod";
import { AUDIT_ACTIONS } from "#modules/accounts/rules/audit-actions.ts";
import { listOf, PageQuery, pathId, Time } from "#platform/contract/common.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";

const filters = {
  user_id: pathId<UserId>()
    .optional()
    .describe("The person who did it; of an impersonated session, whom the admin acted as."),
  impersonator_id: pathId<UserId>()
    .optional()
    .describe("The admin who did it while acting as somebody else."),
  api_key_id: pathId<number>().optional().describe("The key of a workspace that did it."),
  install_key_id: pathId<number>().optional().describe("The key of the installation that did it."),
  workspace_id: pathId<WorkspaceId>().optional().describe("The workspace in which it was done."),
  action: z.enum(AUDIT_ACTIONS).optional().describe("What was done, as `noun.verbed`."),
  target_type: z
    .string()
    .regex(/^[a-z_]{1,40}$/, "Use a kind of record, such as mailbox.")
    .optional()
    .describe("The kind of record that it was done to, such as `mailbox`; with `target_id`."),
  target_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("The record that it was done to, by its id; with `target_type`."),
  from: z.iso
    .datetime({ offset: true })
    .optional()
    .describe("Entries of this moment or later, ISO 8601."),
  to: z.iso.datetime({ offset: true }).optional().describe("Entries before this moment, ISO 8601."),
};

/** Ids of different kinds of records are alike, and a kind alone has too many entries to be sorted. */
const hasWholeTarget = <T extends { target_type?: unknown; target_id?: unknown }>(
  query: T,
): boolean => (query.target_id === undefined) === (query.target_type === undefined);
const WHOLE_TARGET = {
  path: ["target_id"],
  message: "Give target_type and target_id together.",
};

export const AuditQuery = PageQuery.omit({ q: true })
  .extend(filters)
  .refine(hasWholeTarget, WHOLE_TARGET);
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditExportQuery = z.object(filters).refine(hasWholeTarget, WHOLE_TARGET);
export type AuditExportQuery = z.output<typeof AuditExportQuery>;

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

export const AuditList = listOf(AuditEntry).extend({
  kept_days: z
    .int()
    .nullable()
    .describe("Entries are kept for so many days (AUDIT_DAYS); null keeps them for ever."),
});
export type AuditList = z.output<typeof AuditList>;
