import type { DomainRecord, SendingDomain } from "#modules/operations/contract/domains.ts";
import { presentRecord } from "#modules/links/tracking-domains/present-record.ts";
import { wantedRecords } from "#modules/mailboxes/rules/dns/wanted-records.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import type { DomainRow } from "./read-domains.ts";

export const presentDomain = (row: DomainRow): SendingDomain => ({
  workspace: { id: row.workspaceId, name: row.workspaceName },
  domain: row.domain,
  mailboxes: row.mailboxes,
  provider: row.sending.preset?.name ?? null,
  is_provider_domain: row.isProviders,
  lacks: [...row.lacks],
  records: row.records.map((check) => presentCheck(row, check)),
  tracking: row.tracking && {
    domain: row.tracking.row.host,
    status: row.tracking.row.status,
    ssl: row.tracking.row.ssl,
    points_to: row.pointsTo,
  },
  checked_at: isoOrNull(row.checkedAt),
});

const presentCheck = (row: DomainRow, check: RecordCheck): DomainRecord => ({
  ...presentRecord(check),
  wanted: wantedValues(row, check),
});

/** Values as they should be; those that stand under other names are shown with their name. */
export const wantedValues = (row: DomainRow, check: RecordCheck): string[] =>
  wantedRecords(check, row.facts).map(({ record }) => {
    const value = record.type === "MX" ? `${record.preference} ${record.value}` : record.value;
    return record.host === check.host ? value : `${record.host} ${value}`;
  });
