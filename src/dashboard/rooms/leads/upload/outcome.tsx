import { Download } from "lucide-react";
import type { UploadAnswer } from "#modules/leads/contract/imports.ts";
import { count } from "#dashboard/lib/format.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { t } from "#dashboard/words/words.ts";

const SHOWN = 5;

/** What of a workbook was left out. */
function WorkbookWords({ answer: { workbook } }: { answer: UploadAnswer }) {
  if (workbook === null) return null;
  return (
    <>
      {workbook.hidden_rows > 0 &&
        " " +
          t("{hiddenrows, plural, one {# hidden row} other {# hidden rows}} skipped.", {
            hiddenrows: workbook.hidden_rows,
          })}
      {workbook.empty_formulas > 0 &&
        " " +
          t(
            "{emptyformulas, plural, one {# formula} other {# formulas}} without a result: open the file in Excel, save it, and import it again.",
            { emptyformulas: workbook.empty_formulas },
          )}
    </>
  );
}

/** The result of an import, or its preview. */
export function Outcome({ answer, dry }: { answer: UploadAnswer; dry: boolean }) {
  const { errors } = answer;
  const rejected = answer.invalid + answer.suppressed;
  const counts = [
    ["new", answer.created],
    [t("already known"), answer.duplicates - (answer.updated > 0 ? 0 : answer.repeated)],
    [dry ? t("to update") : "updated", answer.updated - (answer.updated > 0 ? answer.repeated : 0)],
    [t("repeated in the file"), answer.repeated],
    ["invalid", answer.invalid],
    ["suppressed", answer.suppressed],
  ] as const;
  return (
    <section role="status" aria-label={t("Import result")} className="grid gap-3">
      <p>
        <b>{t("{total, plural, one {# row} other {# rows}}", { total: answer.total })}:</b>{" "}
        {counts
          .filter(([name, n]) => n > 0 || name === "new")
          .map(([name, n]) => `${count(n)} ${name}`)
          .join(", ")}
        . {dry && t("Nothing is imported yet.")}
        {answer.header_line > 1 &&
          " " +
            t("Column names are in line {headerline}.", { headerline: count(answer.header_line) })}
        {answer.ignored_cells > 0 &&
          " " +
            t("{ignoredcells, plural, one {# cell} other {# cells}} without a column skipped.", {
              ignoredcells: answer.ignored_cells,
            })}
        <WorkbookWords answer={answer} />
      </p>
      {errors.length > 0 && (
        <>
          <table className="tbl as-list">
            <TableHead columns={[["Line", "num"], "Value", "Reason"]} />
            <tbody>
              {errors.slice(0, SHOWN).map(({ line, email, message }) => (
                <tr key={line}>
                  <td className="text-right tabular-nums max-wide:order-2 max-wide:text-text-3">
                    <span className="wide:hidden">{t("line")} </span>
                    {count(line)}
                  </td>
                  <td className="max-w-52 truncate">{email}</td>
                  <td className="full text-text-2 max-wide:order-3">{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {answer.errors_url && (
            <a className={buttonClass({}, "justify-self-start")} href={answer.errors_url} download>
              <Download size={16} aria-hidden="true" />
              {rejected === 1
                ? t("Download rejected row")
                : t("Download {rejected} rejected rows", { rejected: count(rejected) })}
            </a>
          )}
        </>
      )}
    </section>
  );
}
