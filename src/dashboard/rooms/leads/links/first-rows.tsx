import type { ImportLinkPreview } from "#modules/leads/contract/import-links.ts";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { t } from "#dashboard/words/words.ts";

/** The first rows of a file, cell by cell. */
export function FirstRows({ preview }: { preview: ImportLinkPreview }) {
  return (
    <section aria-label={t("First rows")} className="grid gap-1">
      <h3 className="text-12 text-text-3">{t("First rows")}</h3>
      <Scroll label={t("First rows of the file")}>
        <table className="tbl">
          <thead>
            <tr>
              {preview.columns.map(({ name }, index) => (
                <th key={index} scope="col">
                  {name || t("Column {number}", { number: index + 1 })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, index) => (
                  <td key={index} className="max-w-60 truncate">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
