import type { DomainsExportQuery, ZoneQuery } from "#modules/operations/contract/domains.ts";
import { csvHead, csvLine } from "#platform/rules/csv.ts";
import { wantedRecords } from "#modules/mailboxes/rules/dns/wanted-records.ts";
import { zoneLine, zoneName, zoneRemark } from "#modules/mailboxes/rules/dns/zone-file.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { parentsOf } from "#platform/rules/dns/name.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { lackFilter, pairsQuery } from "./list-domains.ts";
import type { PairPlace, PairsQuery } from "./pairs-store.ts";
import { wantedValues } from "./present.ts";
import { type DomainRow, type LackFilter, readDomains } from "./read-domains.ts";

/** Domains that are read at a time while a file is sent. */
const READ_AT_ONCE = 200;

const COLUMNS = [
  "workspace_id",
  "workspace",
  "domain",
  "record",
  "type",
  "host",
  "wanted",
  "found",
  "status",
  "code",
  "hint",
  "checked_at",
];

/** The records of the domains as CSV, a line each, read while they are sent; UTF-8 with a mark, by which spreadsheets know it. */
export function domainsCsv(
  deps: Deps,
  query: Omit<DomainsExportQuery, "workspace_id">,
  only: WorkspaceId | null,
): ReadableStream<Uint8Array> {
  return streamed(deps, pairsQuery(query, only), lackFilter(query), {
    head: csvHead(COLUMNS),
    text: (row) => row.records.map((check) => lineOf(row, check)).join(""),
  });
}

const lineOf = (row: DomainRow, check: RecordCheck): string =>
  csvLine([
    row.workspaceId,
    row.workspaceName,
    row.domain,
    check.name,
    check.type,
    check.host,
    wantedValues(row, check).join("\n"),
    check.found.join("\n"),
    check.status,
    check.code,
    check.hint,
    isoOrNull(isTracking(check) ? (row.tracking?.row.checkedAt ?? null) : row.checkedAt),
  ]);

const isTracking = ({ name }: RecordCheck): boolean =>
  name === "tracking" || name === "tracking_owner";

/**
 * The records as a master file (RFC 1035 5), to import at a DNS provider: those that are right as
 * they are, those to set by their expected value. What only the mail provider knows is a remark.
 */
export function domainsZone(
  deps: Deps,
  query: Omit<ZoneQuery, "workspace_id">,
  only: WorkspaceId | null,
): ReadableStream<Uint8Array> {
  const isMissingOnly = query.only === "missing";
  const seen = new Set<string>();
  const pairs = pairsQuery(query, only, query.domain?.trim().toLowerCase() ?? null);
  return streamed(deps, pairs, lackFilter(query), {
    head: zoneRemark("Records of sending domains. A changed record replaces the one it names."),
    text: (row) => zoneOf(row, isMissingOnly, seen),
  });
}

function zoneOf(row: DomainRow, isMissingOnly: boolean, seen: Set<string>): string {
  const head = `\n${zoneRemark(`${row.domain}, workspace ${row.workspaceId} (${row.workspaceName})`)}`;
  if (row.isProviders) return head + zoneRemark("The domain of the mail provider itself.");
  const lines = row.records
    .filter((check) => !isTracking(check) || !isElsewhere(row, check))
    .map((check) => linesOf(row, check, isMissingOnly, seen));
  return `${head}$ORIGIN ${zoneName(row.domain)}\n$TTL 3600\n${lines.join("")}`;
}

/** A tracking host under another domain of the workspace stands there. */
function isElsewhere(row: DomainRow, { domain: host }: RecordCheck): boolean {
  return !parentsOf(host).includes(row.domain);
}

function linesOf(
  row: DomainRow,
  check: RecordCheck,
  isMissingOnly: boolean,
  seen: Set<string>,
): string {
  const wanted = wantedRecords(check, row.facts);
  const name = check.name.toUpperCase();
  if (wanted.length === 0 && check.status !== "pass") {
    return zoneRemark(`${name}: ${check.hint ?? "It was not checked yet."}`);
  }
  if (wanted.length === 0) return zoneRemark(`${name}: ${check.code}, nothing to set here.`);
  return wanted
    .filter(({ isThere }) => !isThere || !isMissingOnly)
    .map(({ record, isThere }) => {
      const line = zoneLine(record);
      // Several workspaces may send from one domain.
      if (seen.has(line)) return "";
      seen.add(line);
      const replaced = isThere ? [] : check.found;
      return replaced.map((text) => zoneRemark(`${name} replaces: ${text}`)).join("") + line;
    })
    .join("");
}

function streamed(
  deps: Deps,
  query: PairsQuery,
  lacks: LackFilter,
  { head, text }: { readonly head: string; readonly text: (row: DomainRow) => string },
): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder();
  let after: PairPlace | null = null;
  return new ReadableStream({
    start(out) {
      out.enqueue(utf8.encode(head));
    },
    async pull(out) {
      const next = await readDomains(deps, query, lacks, after, READ_AT_ONCE);
      const written = next.rows.map(text).join("");
      if (written !== "") out.enqueue(utf8.encode(written));
      after = next.after;
      if (after === null) out.close();
    },
  });
}
