import { Download } from "lucide-react";
import type { UploadAnswer } from "#modules/leads/contract/imports.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";

const SHOWN = 5;

/** What became of the rows, or would become of them. */
export function Outcome({ answer, dry }: { answer: UploadAnswer; dry: boolean }) {
  const { errors } = answer;
  const counts = [
    [dry ? "would be new" : "new", answer.created],
    ["known already", answer.duplicates - (answer.updated > 0 ? 0 : answer.repeated)],
    [
      dry ? "would be updated" : "updated",
      answer.updated - (answer.updated > 0 ? answer.repeated : 0),
    ],
    ["twice in the file", answer.repeated],
    ["bad", answer.invalid],
    ["suppressed", answer.suppressed],
  ] as const;
  return (
    <section role="status" aria-label="Outcome" className="grid gap-3">
      <p>
        <b>{counted(answer.total, "row")}:</b>{" "}
        {counts
          .filter(([name, n]) => n > 0 || name === "new" || name === "would be new")
          .map(([name, n]) => `${count(n)} ${name}`)
          .join(", ")}
        . {dry && "Nothing is stored yet."}
        {answer.header_line > 1 && ` The column names stand in line ${count(answer.header_line)}.`}
        {answer.ignored_cells > 0 &&
          ` ${counted(answer.ignored_cells, "cell")} without a column left out.`}
      </p>
      {errors.length > 0 && (
        <>
          <table className="tbl as-list">
            <TableHead columns={[["Line", "num"], "Value", "Why it is left out"]} />
            <tbody>
              {errors.slice(0, SHOWN).map(({ line, email, message }) => (
                <tr key={line}>
                  <td className="text-right tabular-nums max-wide:order-2 max-wide:text-text-3">
                    <span className="wide:hidden">line </span>
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
              All {count(answer.invalid + answer.suppressed)} as CSV
            </a>
          )}
        </>
      )}
    </section>
  );
}
