import { Columns3 } from "lucide-react";
import { useMemo } from "react";
import type { Lead } from "#modules/leads/contract/leads.ts";
import { words } from "#dashboard/lib/format.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Popover } from "#dashboard/parts/popover.tsx";
import { t } from "#dashboard/words/words.ts";
import { CHOICES, showColumns, shownColumns } from "./shown-columns.ts";

/** Custom fields are looked for in so many rows. */
const LOOKED_AT = 200;
/** More columns than that are no table. */
const MOST_CUSTOM = 4;

/** Chooses what the list of leads shows. */
export function ColumnsMenu({ rows }: { rows: readonly Lead[] }) {
  const shown = useStore(shownColumns);
  const custom = useMemo(
    () => [
      ...new Set([
        ...shown.custom,
        ...rows.slice(0, LOOKED_AT).flatMap((lead) => Object.keys(lead.custom)),
      ]),
    ],
    [rows, shown.custom],
  );
  const toggled = <T,>(all: readonly T[], one: T): T[] =>
    all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
  return (
    <span className="max-wide:hidden">
      <Popover
        title={t("Columns")}
        align="end"
        trigger={
          <Button icon aria-label={t("Columns")} title={t("Columns")}>
            <Columns3 size={16} aria-hidden="true" />
          </Button>
        }
      >
        <div className="grid w-56 gap-3 p-4">
          {CHOICES.map(([name, label]) => (
            <Check
              key={name}
              label={label}
              checked={shown.columns.includes(name)}
              onChange={() => showColumns({ ...shown, columns: toggled(shown.columns, name) })}
            />
          ))}
          {custom.length > 0 && <h3 className="mt-1 text-12 text-text-3">{t("Custom fields")}</h3>}
          {custom.slice(0, 20).map((name) => (
            <Check
              key={name}
              label={words(name)}
              checked={shown.custom.includes(name)}
              disabled={!shown.custom.includes(name) && shown.custom.length >= MOST_CUSTOM}
              onChange={() => showColumns({ ...shown, custom: toggled(shown.custom, name) })}
            />
          ))}
        </div>
      </Popover>
    </span>
  );
}
