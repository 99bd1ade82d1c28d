import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { Note } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { fieldLabel } from "#dashboard/rooms/leads/words.ts";
import { t } from "#dashboard/words/words.ts";
import { choose, isGuessed, type Target, type Targets } from "./mapping.ts";
import type { Head } from "./read-head.ts";

const TARGETS: readonly (readonly [Target, string])[] = [
  ...LEAD_FIELDS.map((field) => [field, fieldLabel(field)] as const),
  ["tags", t("Tags")],
  ["custom", t("Custom field")],
  ["skip", t("Skip")],
];

/** The columns of the file and the field for each. */
export function Columns({
  head,
  targets,
  onChange,
}: {
  head: Pick<Head, "columns">;
  targets: Targets;
  onChange: (next: Targets) => void;
}) {
  return (
    <section aria-label={t("Columns")} className="grid gap-2">
      {!targets.includes("email") && (
        <Note tone="warn" title={t("No email column.")}>
          {t("Choose the column with the email addresses.")}
        </Note>
      )}
      <div className="rounded-2 border border-line wide:max-h-72 wide:overflow-y-auto">
        <table className="tbl">
          <TableHead columns={[t("Column"), [t("First values"), "wide"], t("Field")]} />
          <tbody>
            {head.columns.map((column, index) => (
              <tr key={`${index}-${column.name}`}>
                <td className="truncate font-medium max-wide:max-w-0 max-wide:w-full wide:max-w-44">
                  {column.name || <span className="text-text-3">{t("no header")}</span>}
                  {/* Whether letters and columns are right is seen by what they hold, on a phone too. */}
                  <span className="block truncate text-12 font-normal text-text-3 wide:hidden">
                    {column.values.join(", ")}
                  </span>
                </td>
                <td className="max-w-60 truncate text-text-3 max-wide:hidden">
                  {column.values.join(", ")}
                </td>
                <td className="w-40 min-w-40 max-wide:min-w-44">
                  <select
                    className="in"
                    aria-label={t("Field for column {name}", { name: column.name || index + 1 })}
                    value={targets[index]}
                    onChange={(event) => {
                      const target = TARGETS.find(([known]) => known === event.target.value);
                      if (target) onChange(choose(targets, index, target[0]));
                    }}
                  >
                    {TARGETS.map(([target, said]) => (
                      <option key={target} value={target}>
                        {said}
                      </option>
                    ))}
                  </select>
                  {isGuessed(column, targets[index]) && (
                    <span className="block text-12 font-normal text-text-3">
                      {t("guessed from its values")}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
