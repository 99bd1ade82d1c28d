import { useId, useState } from "react";
import type { BulkSet } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, SelectField, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

const NOTHING = {
  daily_limit: "",
  min_gap_seconds: "",
  gap_jitter_seconds: "",
  ramp: "",
  ramp_increment: "",
  add_tags: "",
  remove_tags: "",
  group: "",
  new_group: "",
  hasSignature: false,
  signature: "",
};
type Fields = typeof NOTHING;

/** What is chosen in the field of groups beside a group's own name. */
const [NO_GROUP, NEW_GROUP] = ["-", "+"];

const namesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** What the fields say, as the API takes it; what was left empty stays. */
function setOf(fields: Fields): Partial<BulkSet> {
  const number = (name: "daily_limit" | "min_gap_seconds" | "gap_jitter_seconds") =>
    fields[name].trim() === "" ? {} : { [name]: Number(fields[name]) };
  const [add, remove] = [namesOf(fields.add_tags), namesOf(fields.remove_tags)];
  const increment = fields.ramp_increment.trim();
  return {
    ...number("daily_limit"),
    ...number("min_gap_seconds"),
    ...number("gap_jitter_seconds"),
    ...(fields.ramp !== "" && { ramp_enabled: fields.ramp === "on" }),
    ...(fields.ramp === "on" && increment !== "" && { ramp_increment: Number(increment) }),
    ...(add.length > 0 && { add_tags: add }),
    ...(remove.length > 0 && { remove_tags: remove }),
    ...groupOf(fields),
    // The HTML one would be sent beside it, with other words.
    ...(fields.hasSignature && { signature_text: fields.signature, signature_html: "" }),
  };
}

function groupOf({ group, new_group }: Fields): Pick<Partial<BulkSet>, "group"> {
  if (group === NO_GROUP) return { group: null };
  if (group === NEW_GROUP) return new_group.trim() === "" ? {} : { group: new_group.trim() };
  return group === "" ? {} : { group: group.slice(1) };
}

/** Changes settings of many mailboxes; nothing is changed that is left empty. */
export function EditMany({
  size,
  groups,
  tags,
  busy,
  error,
  onClose,
  onSave,
}: {
  size: number;
  groups: readonly string[];
  tags: readonly string[];
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onSave: (set: Partial<BulkSet>) => void;
}) {
  const [fields, setFields] = useState<Fields>(NOTHING);
  const change = (part: Partial<Fields>): void => setFields({ ...fields, ...part });
  const set = setOf(fields);
  const isShown = isApiError(error) && error.fields.some(({ path }) => path.startsWith("set."));
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Edit {n, plural, one {# mailbox} other {# mailboxes}}", { n: size })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={Object.keys(set).length === 0}
            onClick={() => onSave(set)}
          >
            {t("Change {n, plural, one {# mailbox} other {# mailboxes}}", { n: size })}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{t("What you leave empty stays as it is in each mailbox.")}</p>
      <EditFields fields={fields} error={error} groups={groups} tags={tags} onChange={change} />
      <Check
        label={t("Replace the signature")}
        checked={fields.hasSignature}
        onChange={(event) => change({ hasSignature: event.target.checked })}
      />
      {fields.hasSignature && (
        <TextArea
          label={t("Signature")}
          rows={3}
          placeholder={t("No signature")}
          value={fields.signature}
          error={fieldError(error, "set.signature_text")}
          onChange={(event) => change({ signature: event.target.value })}
        />
      )}
      {error !== null && error !== undefined && !isShown && (
        <Note tone="bad" title={t("Nothing was changed.")}>
          {sentenceOf(error)}
        </Note>
      )}
    </Dialog>
  );
}

/** Limits, group and tags. */
function EditFields({
  fields,
  error,
  groups,
  tags,
  onChange: change,
}: {
  fields: Fields;
  error: unknown;
  groups: readonly string[];
  tags: readonly string[];
  onChange: (part: Partial<Fields>) => void;
}) {
  const known = useId();
  const text = (
    name: Exclude<keyof Fields, "hasSignature">,
    label: string,
    more: { hint?: string; placeholder?: string; list?: string; path?: string } = {},
  ) => {
    const { path = name, placeholder = t("Unchanged"), ...rest } = more;
    return (
      <TextField
        label={label}
        autoComplete="off"
        placeholder={placeholder}
        value={fields[name]}
        error={fieldError(error, `set.${path}`)}
        onChange={(event) => change({ [name]: event.target.value })}
        {...rest}
      />
    );
  };
  return (
    <>
      <div className="grid gap-3 wide:grid-cols-3">
        {text("daily_limit", t("Emails per day"))}
        {text("min_gap_seconds", t("Seconds between emails"))}
        {text("gap_jitter_seconds", t("Random extra seconds"))}
      </div>
      <div className="grid gap-3 wide:grid-cols-2">
        <SelectField
          label={t("Increase the daily volume slowly")}
          value={fields.ramp}
          onChange={(event) => change({ ramp: event.target.value })}
        >
          <option value="">{t("Unchanged")}</option>
          <option value="on">{t("On")}</option>
          <option value="off">{t("Off")}</option>
        </SelectField>
        {fields.ramp === "on" && text("ramp_increment", t("Emails added each sending day"))}
      </div>
      <div className="grid gap-3 wide:grid-cols-2">
        <SelectField
          label={t("Group")}
          value={fields.group}
          error={fields.group === NEW_GROUP ? null : fieldError(error, "set.group")}
          onChange={(event) => change({ group: event.target.value })}
        >
          <option value="">{t("Unchanged")}</option>
          <option value={NO_GROUP}>{t("No group")}</option>
          <option value={NEW_GROUP}>{t("New group")}</option>
          {groups.map((name) => (
            // A group may have the name of a choice above.
            <option key={name} value={`=${name}`}>
              {name}
            </option>
          ))}
        </SelectField>
        {fields.group === NEW_GROUP &&
          text("new_group", t("Name of the group"), { placeholder: "Acme", path: "group" })}
      </div>
      <div className="grid gap-3 wide:grid-cols-2">
        {text("add_tags", t("Add tags"), {
          placeholder: t("None"),
          hint: t("With commas between them."),
          list: known,
        })}
        {text("remove_tags", t("Remove tags"), { placeholder: t("None"), list: known })}
        <datalist id={known}>
          {tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </div>
    </>
  );
}
