import type { OwnHost } from "#modules/links/contract/own-hosts.ts";
import { leadingType } from "#modules/links/rules/check-cname.ts";
import { presentRecord } from "#modules/links/tracking-domains/present-record.ts";
import { cnameTarget, NOT_CHECKED } from "#modules/links/tracking-domains/records.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { originOfHost } from "#platform/ctx/own-host.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import type { OwnHostRow } from "./store.ts";

type From = Pick<Deps, "settings">;

/** The one record to set: it leads to us. Whose the domain is need not be proved: admins alone set hosts. */
const recordOf = (ctx: From, { host, found }: OwnHostRow): RecordCheck => ({
  ...(found ?? NOT_CHECKED),
  domain: host,
  name: "own_host",
  type: leadingType(cnameTarget(ctx)),
  host,
  expected: cnameTarget(ctx),
});

export const presentOwnHost = (ctx: From, row: OwnHostRow | null): OwnHost => ({
  host: row?.host ?? null,
  url: row && originOfHost(ctx.settings, row.host),
  status: row?.status ?? null,
  ssl: row?.ssl ?? null,
  record: row && presentRecord(recordOf(ctx, row)),
  links_lead_to:
    row?.status === "verified" ? originOfHost(ctx.settings, row.host) : ctx.settings.BASE_URL,
  checked_at: isoOrNull(row?.checkedAt ?? null),
  verified_at: isoOrNull(row?.verifiedAt ?? null),
});
