import type { LeadList } from "#modules/leads/contract/leads.ts";
import { count } from "#dashboard/lib/format.ts";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";

/** The list that takes the leads, and what happens to those that are known already. */
export type Place = {
  /** Absent: a new list named `listName`. */
  readonly listId?: number;
  readonly listName: string;
  readonly update: boolean;
};

export function WhereTo({
  lists,
  place,
  onChange,
}: {
  lists: readonly LeadList[];
  place: Place;
  onChange: (next: Place) => void;
}) {
  return (
    <div className="grid items-start gap-3 wide:grid-cols-2">
      <SelectField
        label={t("List")}
        value={place.listId ?? ""}
        onChange={(event) => {
          const { listId: _, ...rest } = place;
          const listId = Number(event.target.value);
          onChange(listId ? { ...rest, listId } : rest);
        }}
      >
        <option value="">{t("New list")}</option>
        {lists.map(({ id, name, lead_count }) => (
          <option key={id} value={id}>
            {name} ({count(lead_count)})
          </option>
        ))}
      </SelectField>
      {place.listId === undefined && (
        <TextField
          label={t("List name")}
          value={place.listName}
          onChange={(event) => onChange({ ...place, listName: event.target.value })}
        />
      )}
      <div className="wide:col-span-2">
        <Check
          label={t("Update existing leads")}
          hint={t("If this is off, existing leads are added to the list unchanged.")}
          checked={place.update}
          onChange={(event) => onChange({ ...place, update: event.target.checked })}
        />
      </div>
    </div>
  );
}
