import { lazy, Suspense, useState } from "react";
import { DEFAULT_PRICES } from "#modules/operations/rules/costs.ts";
import type { Prices } from "#platform/rules/prices.ts";
import { day } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { t } from "#dashboard/words/words.ts";
import { BASE_FEE, LINES, money, shortCount } from "./amounts.ts";

const PricesDialog = lazy(() =>
  import("./prices-dialog.tsx").then((m) => ({ default: m.PricesDialog })),
);

/** The prices by which the bill was made, and the way to change them. */
export function PricesPanel({ prices }: { prices: Prices }) {
  const [isChanging, setChanging] = useState(false);
  const isDefault = JSON.stringify(prices) === JSON.stringify(DEFAULT_PRICES);
  return (
    <Panel
      title={t("Prices")}
      aside={
        <Button size="small" onClick={() => setChanging(true)}>
          {t("Change prices")}
        </Button>
      }
    >
      <dl className="dl">
        {LINES.map(([line, name]) => (
          <Price key={line} name={name} words={priceWords(line, prices)} />
        ))}
        <Price
          name={BASE_FEE}
          words={
            prices.base_fee === null
              ? t("free")
              : t("{price} a month", { price: money(prices.base_fee, prices.currency) })
          }
        />
      </dl>
      <p className="mt-3 text-12 text-text-3">
        {isDefault
          ? t("List prices of Cloudflare of {day}.", { day: day(prices.as_of) })
          : t("Your own prices of {day}.", { day: day(prices.as_of) })}{" "}
        {t("They apply to all months. The bill is an estimate, no invoice.")}
      </p>
      {isChanging && (
        <Suspense>
          <PricesDialog prices={prices} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

const Price = ({ name, words }: { name: string; words: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{words}</dd>
  </>
);

function priceWords(line: (typeof LINES)[number][0], prices: Prices): string {
  if (line === "storage") {
    const rate = prices.storage;
    return rate === null
      ? t("free")
      : t("{included} GB included, {price} per further GB", {
          included: shortCount(rate.included_gb),
          price: money(rate.per_gb_month, prices.currency, 6),
        });
  }
  const rate = prices[line];
  return rate === null
    ? t("free")
    : t("{included} included, {price} per further million", {
        included: shortCount(rate.included),
        price: money(rate.per_million, prices.currency, 6),
      });
}
