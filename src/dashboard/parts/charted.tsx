import { type ReactNode, useState } from "react";
import { saveCsv } from "#dashboard/lib/save-csv.ts";
import { t } from "#dashboard/words/words.ts";
import { Scroll } from "./scroll.tsx";
import { TableHead } from "./table-head.tsx";
import { toast } from "./toast.tsx";

type Row = readonly [name: string, ...figures: (string | number)[]];

/** A drawing with its figures behind it: for screen readers, for copying into a sheet, and as a file. */
export function Charted({
  name,
  columns,
  rows,
  children,
  legend,
}: {
  /** "Replies by day"; the file is named after it. */
  name: string;
  columns: readonly [string, ...string[]];
  rows: readonly Row[];
  /** The drawing. */
  children: ReactNode;
  legend?: ReactNode;
}) {
  const [asTable, setAsTable] = useState(false);
  const all = [columns, ...rows];
  const [first, ...others] = columns;
  const copy = (): void => {
    const text = all.map((row) => row.join("\t")).join("\n");
    void navigator.clipboard.writeText(text).then(
      () => toast(t("Copied. Paste it into a sheet.")),
      () => toast(t("Your browser does not allow copying. Download the file instead.")),
    );
  };
  return (
    <>
      {asTable ? (
        <Scroll label={name} className="plot-table">
          <table className="tbl">
            <TableHead columns={[first, ...others.map((each) => [each, "num"] as const)]} />
            <tbody>
              {rows.map(([key, ...figures]) => (
                <tr key={key}>
                  <th scope="row" className="text-left font-normal">
                    {key}
                  </th>
                  {figures.map((figure, index) => (
                    <td key={columns[index + 1]} className="num">
                      {figure}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      ) : (
        children
      )}
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-12 text-text-2">
        {legend}
        <span className="flex flex-wrap gap-x-4 wide:ml-auto">
          <button type="button" className="link" onClick={() => setAsTable(!asTable)}>
            {asTable ? t("Show as chart") : t("Show as table")}
          </button>
          <button type="button" className="link" onClick={copy}>
            {t("Copy table")}
          </button>
          <button
            type="button"
            className="link"
            onClick={() =>
              saveCsv(`${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.csv`, all)
            }
          >
            {t("Download CSV")}
          </button>
        </span>
      </footer>
    </>
  );
}
