import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { leadingType } from "#modules/links/rules/check-cname.ts";
import type { TrackingRow } from "./store.ts";

/** What a tracking host's CNAME has to name. */
export const cnameTarget = (ctx: Pick<WorkspaceCtx, "settings">): string =>
  new URL(ctx.settings.BASE_URL).hostname;

/** The two records to set: one leads to us, one proves whose the domain is. */
export function trackingRecords(
  ctx: Pick<WorkspaceCtx, "settings">,
  row: Pick<TrackingRow, "host" | "token">,
) {
  const { host } = row;
  return {
    cname: {
      domain: host,
      name: "tracking",
      type: leadingType(cnameTarget(ctx)),
      host,
      expected: cnameTarget(ctx),
    },
    owner: {
      domain: host,
      name: "tracking_owner",
      type: "TXT",
      host: `_outrider.${host}`,
      expected: `outrider-verify=${row.token}`,
    },
  } as const;
}

/** The records as the last check found them; nobody is asked. */
export function knownRecords(
  ctx: Pick<WorkspaceCtx, "settings">,
  row: Pick<TrackingRow, "host" | "token" | "found">,
): RecordCheck[] {
  if (!row.found) return uncheckedRecords(ctx, row);
  const { cname, owner } = trackingRecords(ctx, row);
  return [
    { ...row.found.cname, ...cname },
    { ...row.found.owner, ...owner },
  ];
}

/** The records before they were asked for. */
export function uncheckedRecords(
  ctx: Pick<WorkspaceCtx, "settings">,
  row: Pick<TrackingRow, "host" | "token">,
): RecordCheck[] {
  const { cname, owner } = trackingRecords(ctx, row);
  return [
    { ...NOT_CHECKED, ...cname },
    { ...NOT_CHECKED, ...owner },
  ];
}

/** What is known of a record that nobody has asked for yet. */
export const NOT_CHECKED = {
  status: "unknown",
  code: "not_checked",
  found: [],
  hint: "Add this record at your DNS provider. It is checked every minute.",
  agreement: "none",
} as const;
