import type { ReactNode } from "react";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type {
  Costs,
  MonthCost,
  MonthUsage,
  WorkspaceCosts,
} from "#modules/operations/contract/costs.ts";
import type { CostSort } from "#modules/operations/rules/cost-order.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { SortHead } from "#dashboard/parts/sort-head.tsx";
import { t } from "#dashboard/words/words.ts";
import { money, shortCount, storageText } from "./amounts.ts";
import type { CostsSearch } from "./search.ts";

/** What can be sorted by, as its column is called. */
const COLUMNS = [
  ["name", t("Client")],
  ["cost", t("Cost")],
  ["requests", t("Requests")],
  ["statements", t("Statements")],
  ["rows_read", t("Rows read")],
  ["rows_written", t("Rows written")],
  ["queue_operations", t("Queue operations")],
  ["storage_bytes", t("Storage")],
] as const satisfies readonly (readonly [CostSort, string])[];

/** What each workspace used, and its share of what use costs. */
export function ByClient({
  list,
  costs,
  search,
  onSort,
}: {
  list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  /** With the workspaces of all pages that were read. */
  costs: Costs;
  search: CostsSearch;
  onSort: (next: Pick<CostsSearch, "sort" | "order">) => void;
}) {
  const { install, data, pagination } = costs;
  // On one machine nothing counts them: no column of dashes.
  const hasRows = install.usage.rows_read !== null;
  const columns = COLUMNS.filter(
    ([name]) => hasRows || (name !== "rows_read" && name !== "rows_written"),
  );
  const { sort = "cost" } = search;
  return (
    <Panel
      title={t("{total, plural, one {# client} other {# clients}}", {
        total: pagination.total ?? data.length,
      })}
      flush
      aside={
        <span className="wide:hidden">
          <SelectField
            label={t("Sort by")}
            hideLabel
            value={sort}
            onChange={({ target }) => {
              const chosen = columns.find(([name]) => name === target.value)?.[0];
              onSort({ ...(chosen && { sort: chosen }) });
            }}
          >
            {columns.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </SelectField>
        </span>
      }
      footer={
        <>
          {list.hasNextPage && (
            <Button
              look="ghost"
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t("Show more")}
            </Button>
          )}
          <span className="text-12 text-text-3">
            {t(
              "The share is of what is above the included use. Sizes are estimates by rows. The base fee belongs to the installation.",
            )}{" "}
            {!hasRows && t("Rows read and written are not counted on one machine.")}
          </span>
        </>
      }
    >
      <Scroll label={t("Clients")}>
        <table className="tbl as-list">
          <SortHead
            columns={columns}
            sorted={sort}
            order={search.order}
            fromTheLeast={["name"]}
            onSort={onSort}
          />
          <tbody>
            {data.map((row) => (
              <Row
                key={row.workspace.id}
                name={<ClientName workspace={row.workspace} />}
                {...row}
                costs={costs}
              />
            ))}
            <Row
              name={<span className="text-text-2">{t("The installation itself")}</span>}
              {...install.own}
              costs={costs}
            />
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

function ClientName({ workspace: { id, name } }: Pick<WorkspaceCosts, "workspace">) {
  return name === null ? (
    <span className="text-text-2">{t("Deleted workspace {id}", { id })}</span>
  ) : (
    <Link className="name" to="/w/$wid" params={{ wid: String(id) }}>
      {name}
    </Link>
  );
}

function Row({
  name,
  usage,
  cost,
  costs: { install, prices },
}: {
  name: ReactNode;
  usage: MonthUsage;
  cost: MonthCost;
  costs: Costs;
}) {
  const hasRows = install.usage.rows_read !== null;
  const whole = install.cost.total - install.cost.base_fee;
  const share = whole > 0 ? (cost.total - cost.base_fee) / whole : null;
  const counted = [
    usage.requests,
    usage.statements,
    ...(hasRows ? [usage.rows_read, usage.rows_written] : []),
    usage.queue_operations,
  ];
  return (
    <tr>
      <td className="max-w-72 min-w-40">
        {name}
        <span className="block text-12 text-text-2 wide:hidden">
          {t("{requests, plural, one {# request} other {# requests}}, {size} stored", {
            requests: usage.requests,
            size: usage.storage_bytes === null ? "–" : storageText(usage.storage_bytes),
          })}
        </span>
      </td>
      <td className="text-right tabular-nums">
        {money(cost.total, prices.currency)}
        {share !== null && <span className="block text-12 text-text-3">{percent(share)}</span>}
      </td>
      {counted.map((used, i) => (
        <td key={i} className="num" title={used === null ? undefined : count(used)}>
          {used === null ? "–" : shortCount(used)}
        </td>
      ))}
      <td className="num">
        {usage.storage_bytes === null ? "–" : storageText(usage.storage_bytes)}
      </td>
    </tr>
  );
}
