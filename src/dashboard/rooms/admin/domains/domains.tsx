import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SendingDomain, Verification } from "#modules/operations/contract/domains.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { AssignTracking } from "./assign-tracking.tsx";
import { DomainDetails } from "./domain-details.tsx";
import { domainsQuery, fileUrl, given, verificationQuery } from "./queries.ts";
import { RecordState, TrackingState } from "./record-state.tsx";

const RECORDS = ["mx", "spf", "dkim", "dmarc"] as const;
const FILTERS = [
  ["", t("All domains")],
  ["any", t("Missing anything")],
  ["mx", t("Missing MX")],
  ["spf", t("Missing SPF")],
  ["dkim", t("Missing DKIM")],
  ["dmarc", t("Missing DMARC")],
  ["tracking", t("Without tracking domain")],
] as const;

/** The sending domains of all workspaces and their DNS records. */
export function Domains() {
  const [q, setQ] = useState("");
  const [lacks, setLacks] = useState("");
  const [shown, setShown] = useState<SendingDomain | null>(null);
  const [isAssigning, setAssigning] = useState(false);
  const filter = { q, lacks };
  const list = useInfiniteQuery(domainsQuery(filter));
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.data);
  const total = pages[0]?.total ?? null;
  const isFiltered = q !== "" || lacks !== "";
  const isEmpty = list.data !== undefined && rows.length === 0 && !list.hasNextPage;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div className="grid min-w-0 grid-cols-2 items-end gap-2 max-wide:w-full">
          <Find label={t("Find a domain")} value={q} onFind={setQ} />
          <SelectField
            label={t("Show")}
            hideLabel
            value={lacks}
            onChange={(event) => setLacks(event.target.value)}
          >
            {FILTERS.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="flex flex-wrap gap-2">
          <Files query={given(filter)} />
          <Button onClick={() => setAssigning(true)}>{t("Assign tracking domains")}</Button>
        </div>
      </div>
      <CheckAll />
      {!list.data ? (
        <Waiting what={t("domains")} error={list.error} onRetry={list.refetch} framed />
      ) : isEmpty ? (
        <Empty title={isFiltered ? t("No matching domains") : t("No sending domains yet")}>
          {isFiltered
            ? t("Change the filter to see others.")
            : t("The domains of all mailboxes appear here, with the DNS records that they need.")}
        </Empty>
      ) : (
        <Panel
          title={
            total === null || isFiltered
              ? t("Domains")
              : t("{total, plural, one {# domain} other {# domains}}", { total })
          }
          flush
          footer={
            list.hasNextPage && (
              <Button
                look="ghost"
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t("Show more")}
              </Button>
            )
          }
        >
          <table className="tbl as-list">
            <TableHead
              columns={[t("Domain"), "MX", "SPF", "DKIM", "DMARC", t("Tracking domain")]}
            />
            <tbody>
              {rows.map((row) => (
                <Row
                  key={`${row.workspace.id} ${row.domain}`}
                  row={row}
                  onOpen={() => setShown(row)}
                />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {shown && <DomainDetails domain={shown} onClose={() => setShown(null)} />}
      {isAssigning && <AssignTracking onClose={() => setAssigning(false)} />}
    </>
  );
}

function Files({ query }: { query: Readonly<Record<string, string>> }) {
  return (
    <>
      <a className={buttonClass({})} href={fileUrl("export", query)} download>
        <Download size={16} aria-hidden="true" />
        CSV
      </a>
      <a className={buttonClass({})} href={fileUrl("zone", query)} download>
        <Download size={16} aria-hidden="true" />
        {t("Zone file")}
      </a>
    </>
  );
}

function Row({ row, onOpen }: { row: SendingDomain; onOpen: () => void }) {
  return (
    <tr>
      <td className="full">
        <button type="button" className="link text-left font-medium wrap-anywhere" onClick={onOpen}>
          {row.domain}
        </button>
        <span className="block text-12 text-text-3">
          {row.workspace.name},{" "}
          {t("{mailboxes, plural, one {# mailbox} other {# mailboxes}}", {
            mailboxes: row.mailboxes,
          })}
        </span>
      </td>
      {row.is_provider_domain ? (
        <td className="full text-text-3" colSpan={RECORDS.length + 1}>
          {t("Domain of the mail provider: there is nothing to set.")}
        </td>
      ) : (
        <>
          {RECORDS.map((name) => (
            <td key={name} className="max-wide:hidden">
              <RecordState record={recordOf(row, name)} />
            </td>
          ))}
          <td className="max-wide:hidden">
            <TrackingState tracking={row.tracking} />
          </td>
          <td className="full wide:hidden">
            <span className="flex flex-wrap gap-x-4 gap-y-1">
              {RECORDS.map((name) => (
                <RecordState key={name} record={recordOf(row, name)} label />
              ))}
              <TrackingState tracking={row.tracking} label />
            </span>
          </td>
        </>
      )}
    </tr>
  );
}

const recordOf = (row: SendingDomain, name: (typeof RECORDS)[number]) =>
  row.records.find((record) => record.name === name);

/** Asks DNS about everything, and shows how far that is. */
function CheckAll() {
  const queries = useQueryClient();
  const { data } = useQuery(verificationQuery);
  const check = useMutation({
    mutationFn: () => api.post<Verification>("/admin/domains/verify"),
    onSuccess: (begun) => queries.setQueryData(verificationQuery.queryKey, begun),
    onError: (error) => toast(sentenceOf(error)),
  });
  const wasRunning = useRef(false);
  const isRunning = data?.is_running ?? false;
  useEffect(() => {
    // What was found is to be seen once it is there.
    if (wasRunning.current && !isRunning) {
      void queries.invalidateQueries({ queryKey: ["admin", "domains"] });
    }
    wasRunning.current = isRunning;
  }, [isRunning, queries]);
  return (
    <div className="panel flex flex-wrap items-center justify-between gap-3 p-3">
      <div className="grid min-w-48 flex-1 gap-2">
        <p role="status" className="text-13 text-text-2">
          {wordsOf(data)}
        </p>
        {data && isRunning && (
          <Meter
            label={t("{checked} of {total} checked", {
              checked: count(data.checked),
              total: count(data.total),
            })}
            parts={[{ value: (100 * data.checked) / Math.max(1, data.total) }]}
          />
        )}
      </div>
      <Button look="primary" busy={check.isPending || isRunning} onClick={() => check.mutate()}>
        {t("Check all")}
      </Button>
    </div>
  );
}

function wordsOf(data: Verification | undefined): string {
  if (!data?.requested_at) return t("Domains are checked every few hours.");
  if (data.is_running) {
    return t("Checking DNS: {checked} of {total, plural, one {# domain} other {# domains}}.", {
      checked: count(data.checked),
      total: data.total,
    });
  }
  return t(
    "{total, plural, one {# domain} other {# domains}} checked {ago}. New records can take an hour.",
    { total: data.total, ago: distance(data.requested_at) },
  );
}
