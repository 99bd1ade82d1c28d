import { ListFilter, X } from "lucide-react";
import { useState } from "react";
import { readFieldCondition } from "#modules/leads/rules/field-condition.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";

const HOWS = [
  ["is", t("is")],
  ["contains", t("contains")],
  ["empty", t("is empty")],
] as const;
type How = (typeof HOWS)[number][0];

/** The condition as the address of the room and the API have it. */
const textOf = (name: string, how: How, value: string): string =>
  `${name}${how === "contains" ? "~" : "="}${how === "empty" ? "" : value}`;

/** As people say it: "plan is gold". */
function wordsOf(text: string): string {
  const read = readFieldCondition(text);
  if (!read) return text;
  const name = "column" in read.field ? read.field.column : read.field.custom;
  if (read.how === "empty") return t("{name} is empty", { name });
  const { value } = read;
  return read.how === "contains"
    ? t("{name} contains {value}", { name, value })
    : t("{name} is {value}", { name, value });
}

/** What a field of the leads has to be; one condition, which a button shows and takes off. */
export function FieldFilter({
  field,
  onChange,
}: {
  field: string | undefined;
  onChange: (field: string | undefined) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (field !== undefined) {
    return (
      <Button
        className="max-w-72"
        aria-label={t("Remove the filter {filter}", { filter: wordsOf(field) })}
        onClick={() => onChange(undefined)}
      >
        <span className="truncate">{wordsOf(field)}</span>
        <X size={16} aria-hidden="true" />
      </Button>
    );
  }
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        <ListFilter size={16} aria-hidden="true" />
        {t("Field")}
      </Button>
      {isOpen && <FieldDialog onClose={() => setOpen(false)} onChoose={onChange} />}
    </>
  );
}

function FieldDialog({
  onClose,
  onChoose,
}: {
  onClose: () => void;
  onChoose: (field: string) => void;
}) {
  const [name, setName] = useState("");
  const [how, setHow] = useState<How>("is");
  const [value, setValue] = useState("");
  const [isTried, setTried] = useState(false);
  const text = textOf(name.trim(), how, value.trim());
  const isNamed = name.trim() !== "" && readFieldCondition(`${name.trim()}=`) !== null;
  const lacksValue = how !== "empty" && value.trim() === "";
  const choose = (): void => {
    setTried(true);
    if (!isNamed || lacksValue || readFieldCondition(text) === null) return;
    onChoose(text);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Filter by a field")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" onClick={choose}>
            {t("Filter")}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <TextField
          label={t("Field")}
          value={name}
          data-first
          error={isTried && !isNamed ? t("Enter the name of a field.") : null}
          hint={t("A custom field such as plan, or one of leads such as job_title.")}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={t("Condition")}
          value={how}
          onChange={(event) =>
            setHow(HOWS.find(([known]) => known === event.target.value)?.[0] ?? "is")
          }
        >
          {HOWS.map(([known, said]) => (
            <option key={known} value={known}>
              {said}
            </option>
          ))}
        </SelectField>
        {how !== "empty" && (
          <TextField
            label={t("Value")}
            value={value}
            error={isTried && lacksValue ? t("Enter a value.") : null}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
