import { useState } from "react";
import type {
  GoogleAppBody,
  MicrosoftAppBody,
} from "#modules/connections/contract/organisation-apps.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import type { z } from "zod";
import { fieldError } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextArea, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import type { App } from "./queries.ts";

/** How such files begin, in every language. */
const PEM = {
  certificate: "-----BEGIN CERTIFICATE-----",
  key: "-----BEGIN PRIVATE KEY-----",
} as const;

export const NO_APP_FIELDS = {
  key_file: "",
  client_id: "",
  certificate: "",
  private_key: "",
  issuer: "",
  directory_url: "",
};
export type AppTexts = typeof NO_APP_FIELDS;

/** Larger than any key. */
const MAX_BYTES = 50_000;

type Body = z.input<typeof GoogleAppBody> | z.input<typeof MicrosoftAppBody>;

export function bodyOfApp({ provider, client_id: stored }: App, fields: AppTexts): Body {
  const { key_file, client_id, certificate, private_key, issuer, directory_url } = fields;
  const urls = {
    ...(issuer.trim() !== "" && { issuer }),
    ...(directory_url.trim() !== "" && { directory_url }),
  };
  return provider === "google"
    ? { key_file, ...urls }
    : { client_id: client_id.trim() || (stored ?? ""), certificate, private_key, ...urls };
}

type Props = {
  fields: AppTexts;
  error: unknown;
  onChange: (change: Partial<AppTexts>) => void;
};

/** The key of an app, as a file or as text; it is never shown again. */
export function AppFields({ provider, ...rest }: Props & { provider: OrganisationProvider }) {
  return (
    <>
      {provider === "google" ? (
        <Secret
          {...rest}
          name="key_file"
          label={t("JSON key file")}
          accept=".json,application/json"
          placeholder={'{ "type": "service_account", …'}
        />
      ) : (
        <>
          <Line {...rest} name="client_id" label={t("Application (client) ID")} />
          <Secret
            {...rest}
            name="certificate"
            label={t("Certificate")}
            accept=".pem,.crt,.cer"
            placeholder={PEM.certificate}
          />
          <Secret
            {...rest}
            name="private_key"
            label={t("Private key")}
            accept=".pem,.key"
            placeholder={PEM.key}
          />
        </>
      )}
      <details className="fold">
        <summary>{t("Other addresses, for national clouds")}</summary>
        <div className="grid gap-3 pt-2 wide:grid-cols-2">
          <Line {...rest} name="issuer" label={t("Issuer")} />
          <Line {...rest} name="directory_url" label={t("Directory address")} />
        </div>
      </details>
    </>
  );
}

const PLACEHOLDERS: Readonly<Partial<Record<keyof AppTexts, string>>> = {
  client_id: "00000000-0000-0000-…",
  issuer: t("The provider's own"),
  directory_url: t("The provider's own"),
};

function Line({
  name,
  label,
  fields,
  error,
  onChange,
}: Props & { name: keyof AppTexts; label: string }) {
  return (
    <TextField
      label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder={PLACEHOLDERS[name]}
      value={fields[name]}
      error={fieldError(error, name)}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}

/** Text of a key, pasted or read from a file. */
function Secret({
  name,
  label,
  accept,
  placeholder,
  fields,
  error,
  onChange,
}: Props & { name: keyof AppTexts; label: string; accept: string; placeholder: string }) {
  const [file, setFile] = useState<HTMLInputElement | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) {
      setRefusal(t("This file is too large for a key."));
      return;
    }
    setRefusal(null);
    onChange({ [name]: await chosen.text() });
  };
  return (
    <div className="grid gap-2">
      <TextArea
        label={label}
        rows={3}
        className="mono"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={fields[name]}
        error={refusal ?? fieldError(error, name)}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
      <Button size="small" className="justify-self-start" onClick={() => file?.click()}>
        {t("Choose file")}
      </Button>
      <input
        ref={setFile}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("File: {label}", { label })}
        accept={accept}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
