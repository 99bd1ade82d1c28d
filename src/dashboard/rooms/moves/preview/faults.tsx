import { useState } from "react";
import type { MovePreview } from "#modules/moving/contract/moves.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";

const SHOWN = 25;

/** Rows that could not be read: where, and why. */
export function UnreadRows({ faults, total }: { faults: MovePreview["faults"]; total: number }) {
  const [isWhole, setWhole] = useState(false);
  if (faults.length === 0) return null;
  return (
    <Panel
      title={t("{rows, plural, one {# row could not be read} other {# rows could not be read}}", {
        rows: total,
      })}
      flush
    >
      <table className="tbl as-list">
        <TableHead columns={[t("Where"), [t("Line"), "num"], t("Column"), t("Reason")]} />
        <tbody>
          {(isWhole ? faults : faults.slice(0, SHOWN)).map(
            ({ where, line, column, reason }, place) => (
              <tr key={place}>
                <td className="full break-words">{where}</td>
                <td className="num full">
                  {line !== null && (
                    <>
                      <span className="wide:hidden">{t("Line")} </span>
                      {count(line)}
                    </>
                  )}
                </td>
                <td className="full break-words text-text-2">{column}</td>
                <td className="full break-words">{fromServer(reason)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {!isWhole && faults.length > SHOWN && (
        <div className="p-3">
          <Button look="ghost" onClick={() => setWhole(true)}>
            {t("Show {number} rows", { number: count(faults.length) })}
          </Button>
        </div>
      )}
    </Panel>
  );
}
