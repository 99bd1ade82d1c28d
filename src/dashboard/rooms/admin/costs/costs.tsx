import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import type { Costs } from "#modules/operations/contract/costs.ts";
import { day, monthOfYear } from "#dashboard/lib/time.ts";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { money } from "./amounts.ts";
import { BillChart } from "./bill-chart.tsx";
import { ByClient } from "./by-client.tsx";
import { PricesPanel } from "./prices-panel.tsx";
import { costsQuery } from "./queries.ts";
import { type CostsSearch, readCostsSearch } from "./search.ts";

/** What a month cost, what makes that up, and whose use it was. */
export function CostsPage() {
  const search = readCostsSearch(useSearch({ from: "/admin" }));
  const navigate = useNavigate({ from: "/admin" });
  const go = (next: CostsSearch): void =>
    void navigate({ search: { tab: "costs", ...next }, replace: true, resetScroll: false });
  const list = useInfiniteQuery(costsQuery(search));
  const [first] = list.data?.pages ?? [];
  if (!first) {
    return <Waiting what={t("costs")} error={list.error} onRetry={list.refetch} framed />;
  }
  const costs = { ...first, data: list.data?.pages.flatMap((page) => page.data) ?? [] };
  const shown = search.month ?? costs.month;
  // The running month may have no row yet, and an address may name one without any.
  const months = [...new Set([...costs.months, shown, costs.month])].toSorted().toReversed();
  const { sort, order } = search;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Bill costs={costs} />
        <SelectField
          label={t("Month (UTC)")}
          value={shown}
          onChange={({ target }) =>
            go({ month: target.value, ...(sort && { sort }), ...(order && { order }) })
          }
        >
          {months.map((month) => (
            <option key={month} value={month}>
              {monthOfYear(month)}
            </option>
          ))}
        </SelectField>
      </div>
      {costs.counted_since === null ? (
        <Empty title={t("No use counted in this month")}>
          {t(
            "Counters are written at most 20 minutes later. Months before the counting began stay empty.",
          )}
        </Empty>
      ) : (
        <>
          <BillChart costs={costs} />
          <ByClient
            list={list}
            costs={costs}
            search={search}
            onSort={(next) => go({ ...(search.month && { month: search.month }), ...next })}
          />
        </>
      )}
      <PricesPanel prices={costs.prices} />
    </div>
  );
}

function Bill({ costs: { month, install, prices, counted_since: since } }: { costs: Costs }) {
  const { forecast } = install;
  const shown = monthOfYear(month);
  // Where nothing was counted, nothing is known of the bill either.
  const isKnown = since !== null;
  return (
    <section className="lede" aria-label={t("Bill")}>
      <div>
        <p className="big">
          {isKnown
            ? t("{amount} in {month}", {
                amount: money(install.cost.total, prices.currency),
                month: shown,
              })
            : shown}
        </p>
        {isKnown && (
          <p className="text-text-2">
            {forecast &&
              t("Forecast for the whole month: {amount}.", {
                amount: money(forecast.cost.total, prices.currency),
              })}{" "}
            {t("Counted since {day}, up to 20 minutes behind.", { day: day(since) })}
          </p>
        )}
      </div>
    </section>
  );
}
