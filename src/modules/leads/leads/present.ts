import type { Lead } from "#modules/leads/contract/leads.ts";
import { byLeadField, propertyOf } from "#modules/leads/rules/fields.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { LeadRow } from "./list-store.ts";

export const presentLead = (
  row: LeadRow,
  { isSuppressed, tags }: { isSuppressed: boolean; tags: readonly string[] | undefined },
): Lead => ({
  id: row.id,
  workspace_id: row.workspaceId,
  ...byLeadField((field) => row[propertyOf(field)]),
  custom: row.custom,
  score: row.score,
  validation_status: row.validationStatus,
  // Written by validation alone, in this shape.
  validation: (row.validation ?? null) as Lead["validation"],
  validated_at: isoOrNull(row.validatedAt),
  bounced_at: isoOrNull(row.bouncedAt),
  unsubscribed_at: isoOrNull(row.unsubscribedAt),
  is_suppressed: isSuppressed,
  tags: [...(tags ?? [])],
  source: row.source,
  source_name: row.sourceName,
  source_by: row.sourceBy,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
