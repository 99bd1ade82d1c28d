import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ImportLinkRun } from "#modules/leads/contract/import-links.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { fromServer, locale, t } from "#dashboard/words/words.ts";
import { runsQuery } from "./queries.ts";
import { runResult } from "./words.ts";

/** The newest runs of a link. */
export function Runs(props: { wid: number; id: number; version: string; name: string }) {
  const { data, error, refetch } = useQuery(runsQuery(props.wid, props.id, props.version));
  if (!data)
    return <Waiting what={t("runs")} rows={3} error={error} onRetry={() => void refetch()} />;
  return (
    <ul className="grid gap-2" aria-label={t("Runs of {name}", { name: props.name })}>
      {data.data.map((run) => (
        <li key={run.id} className="rounded-2 border border-line p-3">
          <Run run={run} />
        </li>
      ))}
    </ul>
  );
}

function Run({ run }: { run: ImportLinkRun }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Status
          tone={run.status === "failed" ? "bad" : run.status === "running" ? "info" : "ok"}
          shape={run.status === "failed" ? "octagon" : "disc"}
        >
          <LocalTime at={run.started_at} />
        </Status>
        <span>{runResult(run)}</span>
        <span className="text-12 text-text-3">
          {run.trigger === "person" ? t("started by hand") : t("on schedule")}
          {run.duration_ms !== null && `, ${secondsOf(run.duration_ms)}`}
        </span>
      </div>
      {run.missing_columns.length > 0 && (
        <p className="text-12 text-text-2">
          {t("Columns that were there before: {columns}", {
            columns: run.missing_columns.join(", "),
          })}
        </p>
      )}
      {run.refused > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t("{rows, plural, one {# rejected row} other {# rejected rows}}", {
              rows: run.refused,
            })}
          </Button>
          <a className={buttonClass({ size: "small" })} href={run.errors_url} download>
            {t("Download as CSV")}
          </a>
        </div>
      )}
      {isOpen && (
        <table className="tbl as-list">
          <TableHead columns={[t("Line"), t("Column"), t("Email"), t("Reason")]} />
          <tbody>
            {run.refused_rows.map((row, index) => (
              <tr key={index}>
                <td>{t("Line {line}", { line: row.line })}</td>
                <td>{row.column}</td>
                <td className="max-w-60 truncate">{row.email}</td>
                <td className="full">{fromServer(row.message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const tenths = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});
const secondsOf = (ms: number): string =>
  ms < 100 ? t("under 0.1 s") : t("{seconds} s", { seconds: tenths.format(ms / 1_000) });
