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
const Somebody = z.object({
  id: z.int().describe("Id of the person."),
  name: z.string().nullable().describe("Name of the person; null: the account is gone."),
});

export const AUDIT_EXAMPLE = {
  id: 812,
  at: "2026-11-24T08:12:00.000Z",
  action: "campaign.paused",
  user: { id: 2, name: "Ann Miller" },
  impersonator: null,
  api_key_id: null,
  install_key_id: null,
  workspace_id: 7,
  target: { type: "campaign", id: "31" },
  address: "192.0.2.10",
  details: { reason: "manual" },
};

export const AuditEntry = z
  .object({
    id: z.int().describe("Id of the entry."),
    at: Time.describe("When it was done."),
    action: z.string().describe("What was done, as `noun.verbed`."),
    user: Somebody.nullable().describe(
      "Who did it; null for an API key, for nobody (a sign-in with an unknown name) and for the installation itself.",
    ),
    impersonator: Somebody.nullable().describe(
      "The admin who acted as that person; null: nobody did.",
    ),
    api_key_id: z
      .int()
      .nullable()
      .describe("The key of a workspace that did it; null for everybody else."),
    install_key_id: z
      .int()
      .nullable()
      .describe("The key of the installation that did it; null for everybody else."),
    workspace_id: z.int().nullable().describe("The workspace in which it was done; null: in none."),
    target: z
      .object({
        type: z.string().describe("Kind of the record, such as `mailbox`."),
        id: z.string().describe("Id of the record, as text."),
      })
      .nullable()
      .describe("The record that it was done to; null: none."),
    address: z
      .string()
      .describe("Where it came from: a network address, or `system` or `command line`."),
    details: z
      .record(z.string(), z.unknown())
      .describe(
        "More about it, by kind of action: such as the names of the fields that were changed.",
      ),
  })
  .meta({ examples: [AUDIT_EXAMPLE] });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditList = listOf(AuditEntry).extend({
  kept_days: z
    .int()
    .nullable()
    .describe("Entries are kept for so many days (AUDIT_DAYS); null keeps them for ever."),
});
export type AuditList = z.output<typeof AuditList>;
