import { TriangleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

type Labels = { label: ReactNode; hint?: ReactNode; error?: string | null; hideLabel?: boolean };

/** A label, a control, and below it what is wrong or what is meant. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  children,
}: Labels & {
  /** Gets the ids that tie it to label and hint. */
  children: (ties: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const note = error || hint ? `${id}-note` : undefined;
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? "sr-only" : undefined}>
        {label}
      </label>
      {children({ id, "aria-describedby": note, "aria-invalid": error ? true : undefined })}
      {error ? (
        <p className="err" id={note}>
          <TriangleAlert size={14} aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p className="hint" id={note}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className = "",
  ...rest
}: ComponentProps<"input"> & Labels) {
  return (
    <Field label={label} hint={hint} error={error ?? null} hideLabel={hideLabel ?? false}>
      {(ties) => <input {...ties} {...rest} className={`in ${className}`} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  className = "",
  ...rest
}: ComponentProps<"textarea"> & Labels) {
  return (
    <Field label={label} hint={hint} error={error ?? null} hideLabel={hideLabel ?? false}>
      {(ties) => <textarea {...ties} {...rest} className={`in ${className}`} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className = "",
  children,
  ...rest
}: ComponentProps<"select"> & Labels) {
  return (
    <Field label={label} hint={hint} error={error ?? null} hideLabel={hideLabel ?? false}>
      {(ties) => (
        <select {...ties} {...rest} className={`in ${className}`}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** A checkbox with its label and an optional hint. */
export function Check({
  label,
  hint,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}

/** The texts of a form by their names. */
export function formFieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") fields[name] = value;
  }
  return fields;
}
