import { type ReactNode, useState } from "react";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

export type PersonFields = Readonly<Record<string, string>>;

/** A dialog of plain text fields; what is wrong is beside its field. */
export function PersonForm({
  title,
  verb,
  fields,
  error,
  busy,
  onClose,
  onSend,
  children,
}: {
  title: string;
  verb: string;
  fields: readonly {
    /** The path of the field in the request, by which the server names what is wrong. */
    readonly name: string;
    readonly label: string;
    readonly placeholder?: string;
    readonly type?: string;
    readonly value?: string;
  }[];
  error: unknown;
  busy: boolean;
  onClose: () => void;
  onSend: (values: PersonFields) => void;
  children?: ReactNode;
}) {
  const [values, setValues] = useState<PersonFields>(
    Object.fromEntries(fields.map(({ name, value = "" }) => [name, value])),
  );
  const isShown = isApiError(error) && error.fields.some(({ path }) => path in values);
  const isElsewhere = Boolean(error) && !isShown;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={busy} onClick={() => onSend(values)}>
            {verb}
          </Button>
        </>
      }
    >
      {fields.map(({ name, label, placeholder, type = "text" }) => (
        <TextField
          key={name}
          label={label}
          placeholder={placeholder}
          type={type}
          autoComplete="off"
          value={values[name] ?? ""}
          error={fieldError(error, name)}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      {children}
      {isElsewhere && (
        <Note tone="bad" title={t("Nothing was saved.")}>
          {sentenceOf(error)}
        </Note>
      )}
    </Dialog>
  );
}
