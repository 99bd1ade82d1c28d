import { Download } from "lucide-react";
import type { UploadAnswer } from "#modules/leads/contract/imports.ts";
import { count } from "#dashboard/lib/format.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";

const SHOWN = 5;

/** What of a workbook was left out. */
function WorkbookWords({ answer: { workbook } }: { answer: UploadAnswer }) {
  if (workbook === null) return null;
  return (
    <>
      {workbook.hidden_rows > 0 &&
        " " +
          t("{rows, plural, one {# hidden row skipped.} other {# hidden rows skipped.}}", {
            rows: workbook.hidden_rows,
          })}
      {workbook.empty_formulas > 0 &&
        " " +
          t(
            "{formulas, plural, one {# formula} other {# formulas}} without a result: open the file in Excel, save it, and import it again.",
            { formulas: workbook.empty_formulas },
          )}
    </>
  );
}

/** The result of an import, or its preview. */
export function Outcome({ answer, dry }: { answer: UploadAnswer; dry: boolean }) {
  const { errors } = answer;
  const rejected = answer.invalid + answer.suppressed;
  const of = (n: number) => ({ number: count(n) });
  const known = answer.duplicates - (answer.updated > 0 ? 0 : answer.repeated);
  const updated = answer.updated - (answer.updated > 0 ? answer.repeated : 0);
  const counts = [
    t("{number} new", of(answer.created)),
    known > 0 && t("{number} already known", of(known)),
    updated > 0 &&
      (dry ? t("{number} to update", of(updated)) : t("{number} updated", of(updated))),
    answer.repeated > 0 && t("{number} repeated in the file", of(answer.repeated)),
    answer.invalid > 0 && t("{number} invalid", of(answer.invalid)),
    answer.suppressed > 0 && t("{number} suppressed", of(answer.suppressed)),
  ].filter((part) => part !== false);
  return (
    <section role="status" aria-label={t("Import result")} className="grid gap-3">
      <p>
        <b>{t("{rows, plural, one {# row} other {# rows}}", { rows: answer.total })}:</b>{" "}
        {counts.join(", ")}. {dry && t("Nothing is imported yet.")}
        {answer.header_line > 1 &&
          " " + t("Column names are in line {line}.", { line: count(answer.header_line) })}
        {answer.ignored_cells > 0 &&
          " " +
            t(
              "{cells, plural, one {# cell without a column skipped.} other {# cells without a column skipped.}}",
              { cells: answer.ignored_cells },
            )}
        <WorkbookWords answer={answer} />
      </p>
      {errors.length > 0 && (
        <>
          <table className="tbl as-list">
            <TableHead columns={[[t("Line"), "num"], t("Value"), t("Reason")]} />
            <tbody>
              {errors.slice(0, SHOWN).map(({ line, email, message }) => (
                <tr key={line}>
                  <td className="text-right tabular-nums max-wide:order-2 max-wide:text-text-3">
                    <span className="wide:hidden">{t("line")} </span>
                    {count(line)}
                  </td>
                  <td className="max-w-52 truncate">{email}</td>
                  <td className="full text-text-2 max-wide:order-3">{fromServer(message)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {answer.errors_url && (
            <a className={buttonClass({}, "justify-self-start")} href={answer.errors_url} download>
              <Download size={16} aria-hidden="true" />
              {rejected === 1
                ? t("Download rejected row")
                : t("Download {number} rejected rows", { number: count(rejected) })}
            </a>
          )}
        </>
      )}
    </section>
  );
}
