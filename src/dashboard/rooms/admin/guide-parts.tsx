import type { ReactNode } from "react";
import { Copy } from "#dashboard/parts/copy.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";

/** Values to enter elsewhere, each with a button that copies it. */
export function Copyables({
  values,
  of,
}: {
  values: readonly (readonly [name: string, value: string])[];
  /** Whose they are, where a page has several. */
  of?: string;
}) {
  return (
    <dl className="record">
      {values.map(([name, value]) => (
        <Copyable key={name} name={name} value={value} of={of} />
      ))}
    </dl>
  );
}

const Copyable = ({ name, value, of }: { name: string; value: string; of: string | undefined }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
    <dd>
      <Copy
        text={value}
        label={of ? t("Copy: {name}, {owner}", { name, owner: of }) : t("Copy: {name}", { name })}
      />
    </dd>
  </>
);

/** What to do elsewhere, one step after the other. */
export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="steps">{children}</ol>
);

/** Where Microsoft's apps are made. */
export const APP_REGISTRATIONS =
  "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade";

/** A page of a provider, in a tab of its own: what was entered here stays. */
export const Out = ({ to, children }: { to: string; children?: ReactNode }) => (
  // A page there is called what it is called.
  <a className="link" href={to} target="_blank" rel="noopener" translate="no">
    {children}
  </a>
);

/** The secret of a client at a provider: a stored one is never shown. */
export const ClientSecretField = ({
  isStored,
  readOnly,
  value,
  error,
  onChange,
}: {
  isStored: boolean;
  readOnly: boolean;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}) => (
  <TextField
    label={t("Client secret")}
    type="password"
    autoComplete="new-password"
    readOnly={readOnly}
    placeholder={isStored ? t("Stored") : ""}
    hint={isStored && !readOnly ? t("Leave it empty to keep the stored one.") : ""}
    value={value}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
);
