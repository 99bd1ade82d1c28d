import type { TrackingDomain } from "#modules/links/contract/tracking-domains.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { presentRecord } from "./present-record.ts";
import { cnameTarget, knownRecords } from "./records.ts";
import type { TrackingRow } from "./store.ts";

/** A tracking host with the records to set; `records` when they were just asked for. */
export const presentTracking = (
  ctx: Pick<WorkspaceCtx, "settings">,
  row: TrackingRow | null,
  records?: readonly RecordCheck[],
): TrackingDomain => ({
  domain: row?.host ?? null,
  status: row?.status ?? null,
  ssl: row?.ssl ?? null,
  cname_target: cnameTarget(ctx),
  records: row ? (records ?? knownRecords(ctx, row)).map(presentRecord) : [],
  links_lead_to: row?.status === "verified" ? `https://${row.host}` : ctx.settings.BASE_URL,
  checked_at: isoOrNull(row?.checkedAt ?? null),
  verified_at: isoOrNull(row?.verifiedAt ?? null),
});
