import { queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { ReceiptDays } from "#modules/receipts/contract/receipts.ts";
import { api } from "#dashboard/api/client.ts";
import { count } from "#dashboard/lib/format.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

const receiptsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "receipts"],
    queryFn: ({ signal }) =>
      api.get<z.output<typeof ReceiptDays>>(`/workspaces/${wid}/receipts`, { signal }),
  });

/** Days with receipts, and the file that anyone can check. */
export function Receipts() {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(receiptsQuery(wid));
  if (!data) return <Waiting what={t("receipts")} rows={4} error={error} onRetry={refetch} />;
  if (data.data.length === 0) {
    return (
      <Empty title={t("No receipts yet")}>
        {t("Emails, opt-outs and suppressions get a receipt a few minutes after they happen.")}
      </Empty>
    );
  }
  return (
    <Panel
      title={t("Receipts")}
      flush
      aside={
        <a
          className={buttonClass({ size: "small" })}
          href={`/api/v1/workspaces/${wid}/receipts/export`}
          download
        >
          {t("Download receipts")}
        </a>
      }
      footer={
        <>
          <a className="link" href="/api/v1/receipts/verifier" target="_blank" rel="noreferrer">
            {t("Check a file")}
          </a>
          <a className="link" href="/docs/receipts" target="_blank" rel="noreferrer">
            {t("How to verify")}
          </a>
        </>
      }
    >
      <table className="tbl as-list">
        <TableHead columns={[t("Day (UTC)"), [t("Receipts"), "num"], t("Head")]} />
        <tbody>
          {data.data.map(({ day, count: receipts, head }) => (
            <tr key={day}>
              <td>{day}</td>
              <td className="num">{count(receipts)}</td>
              <td className="mono text-text-3">
                {head === null ? t("Open until midnight") : `${head.slice(0, 16)}…`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
