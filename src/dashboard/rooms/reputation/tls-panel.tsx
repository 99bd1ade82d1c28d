import { useQuery } from "@tanstack/react-query";
import { count } from "#dashboard/lib/format.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { Arrived } from "./arrived.tsx";
import { tlsQuery } from "./queries.ts";

/** Whether others could deliver securely; nothing where no such report came. */
export function TlsPanel({ wid, days }: { wid: number; days: number }) {
  const { data, error, refetch } = useQuery(tlsQuery(wid, days));
  if (!data)
    return <Waiting what={t("TLS reports")} rows={2} error={error} onRetry={refetch} framed />;
  if (data.totals.sessions === 0 && data.latest.length === 0) return null;
  const { sessions, failed } = data.totals;
  return (
    <>
      <Panel
        title="TLS"
        flush
        footer={t("{failed, plural, one {# session} other {# sessions}} of {sessions} failed.", {
          failed,
          sessions: count(sessions),
        })}
      >
        <BarChart
          bars={data.days.map((day) => ({ date: day.day, value: day.failed }))}
          unit={(n) => t("{n, plural, one {# failed session} other {# failed sessions}}", { n })}
          label={t(
            "Failed TLS sessions per day: {failed} in {days} days. Use the arrow keys to move between days.",
            { failed: count(failed), days: data.days.length },
          )}
        />
        {data.failures.length > 0 && (
          <Scroll label={t("Failures")}>
            <table className="tbl">
              <TableHead columns={[t("Failure"), t("Server"), [t("Sessions"), "num"]]} />
              <tbody>
                {data.failures.map((one) => (
                  <tr key={`${one.domain} ${one.failure} ${one.mx}`}>
                    <td>
                      <b className="font-medium">{one.failure.replaceAll("-", " ")}</b>
                      <span className="block text-12 text-text-3">{one.domain}</span>
                    </td>
                    <td className="break-all">{one.mx}</td>
                    <td className="num">{count(one.sessions)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Panel>
      <Arrived title={t("TLS reports that arrived")} counts={data.reports} latest={data.latest} />
    </>
  );
}
