import type { CSSProperties } from "react";
import type { Costs, MonthCost } from "#modules/operations/contract/costs.ts";
import { capital } from "#dashboard/lib/format.ts";
import { Charted } from "#dashboard/parts/charted.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { t } from "#dashboard/words/words.ts";
import { amountOf, BASE_FEE, includedWords, LINES, money, usedWords } from "./amounts.ts";

type Line = {
  readonly name: string;
  /** What was used, and what of it is included. */
  readonly note: string;
  /** Null: its use isn't counted. */
  readonly cost: number | null;
  readonly forecast: number | null;
  /** For the table: used and included. */
  readonly figures: readonly (string | number)[];
};

/** What makes up the bill: a bar for each line, as long as its part; what the whole month will be is lighter. */
export function BillChart({ costs }: { costs: Costs }) {
  const { prices, install } = costs;
  const { forecast } = install;
  const lines = linesOf(costs);
  const most = Math.max(0.01, ...lines.map(({ cost, forecast: later }) => later ?? cost ?? 0));
  const grows = lines.some(({ cost, forecast: later }) => later !== null && later !== cost);
  const shown = (amount: number): string => money(amount, prices.currency);
  return (
    <Panel title={t("What makes up the bill")} flush>
      <Charted
        name={t("What makes up the bill")}
        columns={[
          t("Item"),
          t("Used"),
          t("Included"),
          t("Cost ({currency})", { currency: prices.currency }),
          ...(forecast ? [t("Forecast ({currency})", { currency: prices.currency })] : []),
        ]}
        rows={[
          ...lines.map(
            ({ name, figures, cost, forecast: later }) =>
              [name, ...figures, cost ?? "–", ...(forecast ? [later ?? "–"] : [])] as const,
          ),
          [
            t("Total"),
            "",
            "",
            install.cost.total,
            ...(forecast ? [forecast.cost.total] : []),
          ] as const,
        ]}
        legend={
          grows && (
            <>
              <span className="key">
                <i />
                {t("So far")}
              </span>
              <span className="key">
                <i className="plan" />
                {t("Forecast of the month")}
              </span>
            </>
          )
        }
      >
        <ul className="bill" aria-label={t("What makes up the bill")}>
          {lines.map(({ name, note, cost, forecast: later }) => (
            <li key={name}>
              <span className="name">{name}</span>
              <span className="bar" aria-hidden="true">
                <i style={{ "--v": (100 * (cost ?? 0)) / most } as CSSProperties} />
                <i
                  className="plan"
                  style={
                    { "--v": (100 * ((later ?? cost ?? 0) - (cost ?? 0))) / most } as CSSProperties
                  }
                />
              </span>
              <b>{cost === null ? "–" : shown(cost)}</b>
              <span className="note-of">
                {note}
                {later !== null && later !== cost && (
                  <span>, {t("forecast {amount}", { amount: shown(later) })}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Charted>
    </Panel>
  );
}

function linesOf({ prices, install }: Costs): Line[] {
  const later = (name: keyof MonthCost): number | null => install.forecast?.cost[name] ?? null;
  return [
    ...LINES.map(([line, name]): Line => {
      const used = usedWords(line, install.usage);
      const included = includedWords(line, prices);
      const amount = amountOf(line, install.usage);
      return {
        name,
        note:
          amount === null
            ? capital(used)
            : included === null
              ? t("{used}, free of charge", { used })
              : t("{used} used, {included} included", { used, included }),
        cost: amount === null ? null : install.cost[line],
        forecast: amount === null ? null : later(line),
        figures: [amount ?? used, included ?? t("free")],
      };
    }),
    {
      name: BASE_FEE,
      note: t("Each month, with what is included above"),
      cost: install.cost.base_fee,
      forecast: later("base_fee"),
      figures: ["", ""],
    },
  ];
}
