import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DmarcReports } from "#modules/reputation/contract/reports.ts";
import { count } from "#dashboard/lib/format.ts";
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
import { Arrived } from "./arrived.tsx";
import { dmarcQuery } from "./queries.ts";

type Source = DmarcReports["sources"][number];

const OWNERS: Readonly<Record<Source["owner"], { readonly tone: Tone; readonly says: string }>> = {
  yours: { tone: "ok", says: "Yours" },
  known: { tone: "info", says: "Known provider" },
  unknown: { tone: "warn", says: "Unknown" },
};
const FIGURES = [
  { name: "passing", label: "Pass", unit: "passed DMARC" },
  { name: "failing", label: "Fail", unit: "failed DMARC" },
  { name: "yours", label: "Your sources", unit: "from your sources" },
  { name: "known", label: "Known providers", unit: "from known providers" },
  { name: "unknown", label: "Unknown sources", unit: "from unknown sources" },
] as const;
type FigureName = (typeof FIGURES)[number]["name"];

/** Who sends with the workspace's domains, day by day and by source. */
export function DmarcPanels({ wid, days }: { wid: number; days: number }) {
  const { data, error, refetch } = useQuery(dmarcQuery(wid, days));
  if (!data)
    return <Waiting what="DMARC reports" rows={4} error={error} onRetry={refetch} framed />;
  if (data.totals.messages === 0) {
    return (
      <>
        <Empty picture="reputation" title="No DMARC report yet">
          Name a report mailbox and put its address into rua of your DMARC records. Providers send
          reports once a day.
        </Empty>
        <Arrived title="DMARC reports that arrived" counts={data.reports} latest={data.latest} />
      </>
    );
  }
  return (
    <>
      <Drawing data={data} />
      <Sources data={data} />
      <Arrived title="DMARC reports that arrived" counts={data.reports} latest={data.latest} />
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
        label="Metric in the chart"
        stats={FIGURES.map(({ name, label }) => ({
          name,
          label,
          value: count(sumOf(name)),
          detail: `${Math.round((100 * sumOf(name)) / data.totals.messages)}%`,
        }))}
        chosen={chosen}
        onChoose={(name) => setChosen(FIGURES.find((one) => one.name === name)?.name ?? "passing")}
        controls="dmarc-by-day"
      />
      <div role="tabpanel" id="dmarc-by-day" aria-label={`${figure.label} per day`}>
        <Charted
          name="DMARC by day"
          columns={["Day", ...FIGURES.map(({ label }) => label)]}
          rows={data.days
            .toReversed()
            .map((day) => [day.day, ...FIGURES.map(({ name }) => day[name])] as const)}
        >
          <BarChart
            bars={data.days.map((day) => ({ date: day.day, value: day[figure.name] }))}
            unit={figure.unit}
            label={`${figure.label} per day: ${count(sumOf(figure.name))} emails in ${data.days.length} days. Use the arrow keys to move between days.`}
          />
        </Charted>
      </div>
      <footer className="grid gap-1 border-t border-line px-4 py-2 text-12 text-text-2">
        <span>{data.stricter.message}</span>
        <span>
          {`DKIM aligned ${count(data.totals.dkim_aligned)}, SPF aligned ${count(data.totals.spf_aligned)}, put into junk ${count(data.totals.quarantined)}, refused ${count(data.totals.rejected)}.`}
        </span>
      </footer>
    </section>
  );
}

function Sources({ data }: { data: DmarcReports }) {
  return (
    <Panel title="Sources" flush footer="Addresses that sent with your domains in From.">
      <Scroll label="Sources">
        <table className="tbl">
          <TableHead
            columns={[
              "Source",
              "Whose",
              ["Emails", "num"],
              ["DKIM", "num"],
              ["SPF", "num"],
              ["Fail", "num"],
            ]}
          />
          <tbody>
            {data.sources.map((source) => (
              <tr key={`${source.domain} ${source.source}`}>
                <td>
                  <b className="mono font-medium break-all">
                    {source.source === "" ? "Smaller sources" : source.source}
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
                    label={`${count(source.messages - source.failing)} passed, ${count(source.failing)} failed`}
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
