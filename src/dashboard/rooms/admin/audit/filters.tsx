import { X } from "lucide-react";
import { AUDIT_ACTIONS } from "#modules/accounts/rules/audit-actions.ts";
import { capital } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { actionWords } from "./audit-words.ts";
import { recordName } from "./record-names.ts";
import type { AuditSearch } from "./search.ts";

export type FilterChange = { readonly [K in keyof AuditSearch]?: AuditSearch[K] | undefined };

const ACTIONS = AUDIT_ACTIONS.map((action) => [action, actionWords(action)] as const).toSorted(
  ([, a], [, b]) => a.localeCompare(b),
);

/** Action, person, workspace and days; what was narrowed by a row stands below, to be taken off. */
export function AuditFilters({
  search,
  people,
  workspaces,
  onChange,
  onClear,
}: {
  search: AuditSearch;
  people: ReadonlyMap<number, string>;
  workspaces: ReadonlyMap<number, string>;
  onChange: (change: FilterChange) => void;
  onClear: () => void;
}) {
  const { action = "", person, acting, key, workspace, record, from = "", to = "" } = search;
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 items-end gap-2 wide:grid-cols-6 xl:grid-cols-[repeat(3,minmax(0,1fr))_auto_auto]">
        <div className="col-span-2 xl:col-span-1">
          <SelectField
            label={t("Action")}
            value={action}
            onChange={({ target }) =>
              onChange({ action: ACTIONS.find(([known]) => known === target.value)?.[0] })
            }
          >
            <option value="">{t("Any action")}</option>
            {ACTIONS.map(([known, shown]) => (
              <option key={known} value={known}>
                {shown}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="wide:col-span-2 xl:col-span-1">
          <Named
            label={t("Person")}
            all={t("Anybody")}
            value={person}
            names={people}
            otherwise={t("Deleted account")}
            onChoose={(id) =>
              onChange({ person: id, ...(id === undefined && { acting: undefined }) })
            }
          />
        </div>
        <div className="wide:col-span-2 xl:col-span-1">
          <Named
            label={t("Workspace")}
            all={t("All workspaces")}
            value={workspace}
            names={workspaces}
            otherwise={t("Deleted workspace")}
            onChoose={(id) => onChange({ workspace: id })}
          />
        </div>
        <div className="wide:col-span-2 xl:col-span-1">
          <TextField
            type="date"
            label={t("From")}
            value={from}
            max={to || undefined}
            onChange={({ target }) => onChange({ from: target.value || undefined })}
          />
        </div>
        <div className="wide:col-span-2 xl:col-span-1">
          <TextField
            type="date"
            label={t("To")}
            value={to}
            min={from || undefined}
            onChange={({ target }) => onChange({ to: target.value || undefined })}
          />
        </div>
      </div>
      {Object.keys(search).length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {person !== undefined && (
            <Check
              label={t("While acting as somebody else")}
              checked={acting === true}
              onChange={({ target }) => onChange({ acting: target.checked || undefined })}
            />
          )}
          {key !== undefined && (
            <Chip name={keyWords(key)} onRemove={() => onChange({ key: undefined })} />
          )}
          {record !== undefined && (
            <Chip name={recordWords(record)} onRemove={() => onChange({ record: undefined })} />
          )}
          <Button look="ghost" size="small" onClick={onClear}>
            {t("Clear filters")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A choice among names; one that is gone stays choosable while it is chosen. */
function Named({
  label,
  all,
  value,
  names,
  otherwise,
  onChoose,
}: {
  label: string;
  all: string;
  value: number | undefined;
  names: ReadonlyMap<number, string>;
  otherwise: string;
  onChoose: (id: number | undefined) => void;
}) {
  const shown = [...names].toSorted(([, a], [, b]) => a.localeCompare(b));
  return (
    <SelectField
      label={label}
      value={value ?? ""}
      onChange={({ target }) => onChoose(target.value === "" ? undefined : Number(target.value))}
    >
      <option value="">{all}</option>
      {value !== undefined && !names.has(value) && (
        <option value={value}>{`${otherwise} (${value})`}</option>
      )}
      {shown.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const Chip = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Button size="small" aria-label={t("Remove the filter {name}", { name })} onClick={onRemove}>
    {name}
    <X size={14} aria-hidden="true" />
  </Button>
);

const keyWords = (key: string): string => {
  const [kind, id = ""] = key.split(":");
  return kind === "workspace" ? t("API key {id}", { id }) : t("Installation's key {id}", { id });
};

/** `campaign:31` as "Campaign 31". */
export function recordWords(record: string): string {
  const at = record.indexOf(":");
  return capital(recordName(record.slice(0, at), record.slice(at + 1)));
}
