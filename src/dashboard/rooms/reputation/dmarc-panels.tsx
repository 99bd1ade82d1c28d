import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DmarcReports } from "#modules/reputation/contract/reports.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Charted } from "#dashboard/parts/charted.tsx";
import { ShareBar } from "#dashboard/parts/funnel.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Status, type Tone } from "#dashboard/parts/status.tsx";
import { Strip } from "#dashboard/parts/strip.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Arrived } from "./arrived.tsx";
import { dmarcQuery } from "./queries.ts";

type Source = DmarcReports["sources"][number];

const OWNERS: Readonly<Record<Source["owner"], { readonly tone: Tone; readonly says: string }>> = {
  yours: { tone: "ok", says: t("Yours") },
  known: { tone: "info", says: t("Known provider") },
  unknown: { tone: "warn", says: t("Unknown") },
};
const FIGURES = [
  {
    name: "passing",
    label: t("Pass"),
    unit: (n: number) => t("{n} passed DMARC", { n: count(n) }),
  },
  {
    name: "failing",
    label: t("Fail"),
    unit: (n: number) => t("{n} failed DMARC", { n: count(n) }),
  },
  {
    name: "yours",
    label: t("Your sources"),
    unit: (n: number) => t("{n} from your sources", { n: count(n) }),
  },
  {
    name: "known",
    label: t("Known providers"),
    unit: (n: number) => t("{n} from known providers", { n: count(n) }),
  },
  {
    name: "unknown",
    label: t("Unknown sources"),
    unit: (n: number) => t("{n} from unknown sources", { n: count(n) }),
  },
] as const;
type FigureName = (typeof FIGURES)[number]["name"];

/** Who sends with the workspace's domains, day by day and by source. */
export function DmarcPanels({ wid, days }: { wid: number; days: number }) {
  const { data, error, refetch } = useQuery(dmarcQuery(wid, days));
  if (!data)
    return <Waiting what={t("DMARC reports")} rows={4} error={error} onRetry={refetch} framed />;
  if (data.totals.messages === 0) {
    return (
      <>
        <Empty picture="reputation" title={t("No DMARC report yet")}>
          {t(
            "Name a report mailbox and put its address into rua of your DMARC records. Providers send reports once a day.",
          )}
        </Empty>
        <Arrived
          title={t("DMARC reports that arrived")}
          counts={data.reports}
          latest={data.latest}
        />
      </>
    );
  }
  return (
    <>
      <Drawing data={data} />
      <Sources data={data} />
      <Arrived title={t("DMARC reports that arrived")} counts={data.reports} latest={data.latest} />
    </>
  );
}

function Drawing({ data }: { data: DmarcReports }) {
  const [chosen, setChosen] = useState<FigureName>("passing");
  const figure = FIGURES.find(({ name }) => name === chosen) ?? FIGURES[0];
  const sumOf = (name: FigureName): number => data.days.reduce((sum, day) => sum + day[name], 0);
  return (
    <section className="panel flex flex-col" aria-label="DMARC">
      <Strip
        label={t("Metric in the chart")}
        stats={FIGURES.map(({ name, label }) => ({
          name,
          label,
          value: count(sumOf(name)),
          detail: percent(sumOf(name) / data.totals.messages, 0),
        }))}
        chosen={chosen}
        onChoose={(name) => setChosen(FIGURES.find((one) => one.name === name)?.name ?? "passing")}
        controls="dmarc-by-day"
      />
      <div
        role="tabpanel"
        id="dmarc-by-day"
        aria-label={t("{label} per day", { label: figure.label })}
      >
        <Charted
          name={t("DMARC by day")}
          columns={[t("Day"), ...FIGURES.map(({ label }) => label)]}
          rows={data.days
            .toReversed()
            .map((day) => [day.day, ...FIGURES.map(({ name }) => day[name])] as const)}
        >
          <BarChart
            bars={data.days.map((day) => ({ date: day.day, value: day[figure.name] }))}
            unit={figure.unit}
            label={t(
              "{label} per day: {sum} emails in {days} days. Use the arrow keys to move between days.",
              { label: figure.label, sum: count(sumOf(figure.name)), days: data.days.length },
            )}
          />
        </Charted>
      </div>
      <footer className="grid gap-1 border-t border-line px-4 py-2 text-12 text-text-2">
        <span>{fromServer(data.stricter.message)}</span>
        <span>
          {t(
            "DKIM aligned {dkim}, SPF aligned {spf}, put into junk {quarantined}, refused {rejected}.",
            {
              dkim: count(data.totals.dkim_aligned),
              spf: count(data.totals.spf_aligned),
              quarantined: count(data.totals.quarantined),
              rejected: count(data.totals.rejected),
            },
          )}
        </span>
      </footer>
    </section>
  );
}

function Sources({ data }: { data: DmarcReports }) {
  return (
    <Panel title={t("Sources")} flush footer={t("Addresses that sent with your domains in From.")}>
      <Scroll label={t("Sources")}>
        <table className="tbl">
          <TableHead
            columns={[
              t("Source"),
              t("Whose"),
              [t("Emails"), "num"],
              ["DKIM", "num"],
              ["SPF", "num"],
              [t("Fail"), "num"],
            ]}
          />
          <tbody>
            {data.sources.map((source) => (
              <tr key={`${source.domain} ${source.source}`}>
                <td>
                  <b className="mono font-medium break-all">
                    {source.source === "" ? t("Smaller sources") : source.source}
                  </b>
                  <span className="block text-12 text-text-3">{source.domain}</span>
                </td>
                <td>
                  <Status tone={OWNERS[source.owner].tone}>{OWNERS[source.owner].says}</Status>
                  {source.provider !== null && (
                    <span className="block text-12 text-text-2">{source.provider}</span>
                  )}
                </td>
                <td className="num">
                  {count(source.messages)}
                  <ShareBar
                    label={t("{passing} passed, {failing} failed", {
                      passing: count(source.messages - source.failing),
                      failing: count(source.failing),
                    })}
                    parts={[
                      { tone: "ok", value: source.messages - source.failing },
                      { tone: "bad", value: source.failing },
                    ]}
                  />
                </td>
                <td className="num">{count(source.dkim_aligned)}</td>
                <td className="num">{count(source.spf_aligned)}</td>
                <td className="num">{count(source.failing)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
