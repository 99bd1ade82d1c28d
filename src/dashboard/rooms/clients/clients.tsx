import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import type { OverviewRow } from "#modules/operations/contract/overview.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { SortHead } from "#dashboard/parts/sort-head.tsx";
import { Sparkline } from "#dashboard/parts/sparkline.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { overviewFile, overviewQuery } from "./queries.ts";
import { ByDay } from "./by-day.tsx";
import { QuotaDialog } from "./quota-dialog.tsx";
import { type ClientsSearch, SORTS, SPANS } from "./search.ts";

/** Every client at a glance: who needs somebody first. */
export function AllClients() {
  const search = useSearch({ from: "/clients" });
  const navigate = useNavigate({ from: "/clients" });
  const go = (next: Partial<ClientsSearch>): void =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  const { days = 30, sort = "attention", q = "" } = search;
  const list = useInfiniteQuery(overviewQuery(search));
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const total = list.data?.pages[0]?.pagination.total ?? rows.length;
  const isCounted = rows.every(({ as_of: asOf }) => asOf !== null);
  const urgent = rows.filter(({ warnings }) => isUrgent(warnings)).length;
  return (
    <Page
      title={t("All clients")}
      status={
        list.data && (
          <span className="truncate text-12 text-text-2 max-wide:hidden">
            {!isCounted
              ? t("Figures are being counted")
              : urgent === 0
                ? t("Nobody needs you now")
                : t("{urgent, plural, one {# client} other {# clients}} to look at", { urgent })}
          </span>
        )
      }
      actions={
        <a className={buttonClass({})} href={overviewFile(search)} download>
          <Download size={16} aria-hidden="true" />
          CSV
        </a>
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div className="grid min-w-0 grid-cols-2 items-end gap-2 max-wide:w-full">
          <Find label={t("Find a client")} value={q} onFind={(text) => go({ q: text })} />
          <SelectField
            label={t("Sort by")}
            hideLabel
            value={sort}
            onChange={(event) => {
              const chosen = SORTS.find(([name]) => name === event.target.value)?.[0];
              void navigate({
                search: {
                  ...(search.days && { days: search.days }),
                  ...(q && { q }),
                  ...(chosen && { sort: chosen }),
                },
                replace: true,
              });
            }}
          >
            {SORTS.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
        <Segmented
          label={t("Days")}
          value={days}
          options={SPANS.map((span) => [span, t("{days} days", { days: span })] as const)}
          onChoose={(span) => go({ days: span })}
        />
      </div>
      {!list.data ? (
        <Waiting what={t("clients")} error={list.error} onRetry={list.refetch} framed />
      ) : rows.length === 0 ? (
        <Empty
          picture={q ? undefined : "people"}
          title={q ? t("No matching clients") : t("No clients yet")}
        >
          {q
            ? t("Change the search to see others.")
            : t(
                "Every workspace of this installation has a row here, with its figures and what needs attention.",
              )}
        </Empty>
      ) : (
        <>
          <Panel
            title={t("{total, plural, one {# workspace} other {# workspaces}}", { total })}
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
            <Scroll label={t("Clients")}>
              <table className="tbl as-list">
                <SortHead
                  columns={COLUMNS}
                  sorted={sort}
                  order={search.order}
                  fromTheLeast={FROM_THE_LEAST}
                  onSort={go}
                />
                <tbody>
                  {rows.map((row) => (
                    <Row key={row.workspace.id} row={row} />
                  ))}
                </tbody>
              </table>
            </Scroll>
          </Panel>
          <ByDay rows={rows} />
        </>
      )}
    </Page>
  );
}

const isUrgent = (warnings: OverviewRow["warnings"]): boolean =>
  warnings.some(({ severity }) => severity === "critical");

const COLUMNS = [
  ["name", t("Client")],
  ["sent", t("Sent")],
  ["replies", t("Replies")],
  ["positive_replies", t("Positive")],
  ["meetings", t("Meetings")],
  ["bounce_rate", t("Bounces")],
  [null, t("Mailboxes")],
  ["days_left", t("Leads left")],
  ["oldest_unanswered", t("Oldest reply")],
  [null, t("Quota")],
] as const;
const FROM_THE_LEAST = ["name", "days_left", "oldest_unanswered"] as const;

function Row({ row }: { row: OverviewRow }) {
  const { workspace, mailboxes, quota } = row;
  const [isSetting, setSetting] = useState(false);
  const off = mailboxes.total - mailboxes.active;
  // Before the first count nothing is known, and nothing is zero.
  const known = row.as_of !== null;
  const shown = (text: string): string => (known ? text : "–");
  return (
    <tr>
      <td className="full max-w-96 min-w-56">
        <Link className="name" to="/w/$wid" params={{ wid: String(workspace.id) }}>
          {workspace.name}
        </Link>
        {known && (
          <span className="block text-12 text-text-2 wide:hidden">
            {t(
              "{sent} sent, {replies, plural, one {# reply} other {# replies}}, {bounces, plural, one {# bounce} other {# bounces}}",
              { sent: count(row.sent), replies: row.replies, bounces: row.bounces },
            )}
          </span>
        )}
        <Warnings row={row} />
      </td>
      <td className="num max-wide:hidden">
        {known && <Spark label={t("Sent")} values={row.by_day.sent} />}
        {shown(count(row.sent))}
      </td>
      <td className="num max-wide:hidden">
        {known && <Spark label={t("Replies")} values={row.by_day.replies} />}
        {shown(count(row.replies))}
      </td>
      <td className="num max-wide:hidden">{shown(count(row.positive_replies))}</td>
      <td className="num max-wide:hidden">{shown(count(row.meetings))}</td>
      <td
        className="num max-wide:hidden"
        title={t("{bounces, plural, one {# bounce} other {# bounces}}", { bounces: row.bounces })}
      >
        {percent(row.bounce_rate)}
      </td>
      <td className="num max-wide:hidden">
        {shown(count(mailboxes.total))}
        {off > 0 && (
          <span className="block text-12 text-text-3">
            {t("{off} not sending", { off: count(off) })}
          </span>
        )}
      </td>
      <td className="num max-wide:hidden">
        {shown(count(row.leads_left))}
        {known && (
          <span className="block text-12 text-text-3">
            {row.days_left === null
              ? t("no mailbox sends")
              : t("{days, plural, one {# day} other {# days}}", { days: row.days_left })}
          </span>
        )}
      </td>
      <td className="num max-wide:hidden">
        {row.oldest_unanswered_at === null ? "–" : distance(row.oldest_unanswered_at)}
      </td>
      <td className="num max-wide:hidden">
        <Button
          size="small"
          aria-label={t("{used}: quota of {name}", {
            used: quotaWords(quota),
            name: workspace.name,
          })}
          onClick={() => setSetting(true)}
        >
          {quotaWords(quota)}
        </Button>
        {isSetting && <QuotaDialog row={row} onClose={() => setSetting(false)} />}
      </td>
    </tr>
  );
}

const Spark = ({ label, values }: { label: string; values: readonly number[] }) => (
  <span className="mr-2 max-xl:hidden">
    <Sparkline label={label} values={values} />
  </span>
);

/** The quota that is used most. */
function quotaWords(quota: OverviewRow["quota"]): string {
  const shares = Object.values(quota).flatMap(({ limit, used }) =>
    limit === null ? [] : [limit === 0 ? 1 : used / limit],
  );
  return shares.length === 0
    ? t("No quota")
    : t("{share} used", { share: percent(Math.max(...shares), 0) });
}

/** As many warnings stand below a name. */
const SHOWN = 2;

function Warnings({ row: { warnings, as_of: asOf } }: { row: OverviewRow }) {
  if (warnings.length === 0) {
    return (
      <span className="block text-12 text-text-3">
        {asOf === null ? t("Figures follow within a minute") : t("Nothing to do")}
      </span>
    );
  }
  const more = warnings.slice(SHOWN);
  return (
    <ul className="mt-1 grid gap-1 text-12">
      {warnings.slice(0, SHOWN).map(({ code, severity, message }) => (
        <li key={`${code} ${fromServer(message)}`}>
          <Status
            tone={severity === "critical" ? "bad" : "warn"}
            shape={severity === "critical" ? "octagon" : "half"}
          >
            {fromServer(message)}
          </Status>
        </li>
      ))}
      {more.length > 0 && (
        <li className="text-text-3">
          <details>
            <summary>
              {t("{more, plural, one {# more warning} other {# more warnings}}", {
                more: more.length,
              })}
            </summary>
            {more.map(({ code, message }) => (
              <span key={`${code} ${fromServer(message)}`} className="block">
                {fromServer(message)}
              </span>
            ))}
          </details>
        </li>
      )}
    </ul>
  );
}
