import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MailboxPreset } from "#modules/mailboxes/contract/mailboxes.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import {
  guessedNameOf,
  type MailboxFields,
  NO_MAILBOX,
  serversOf,
  useConnecting,
} from "./use-connecting.ts";
import { discoverQuery, presetsQuery } from "#dashboard/rooms/mailboxes/queries.ts";
import { TestResult } from "#dashboard/rooms/mailboxes/test-result.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";

/** Connects a mailbox: an address and a password; the servers of known providers fill themselves in. */
export function Connect({
  wid,
  onClose,
  onDone,
}: {
  wid: number;
  onClose: () => void;
  onDone: (id: number) => void;
}) {
  const [fields, setFields] = useState<MailboxFields>(NO_MAILBOX);
  const [asked, setAsked] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [reads, setReads] = useState(true);
  // Until somebody types a name, the address suggests one.
  const [isNamed, setNamed] = useState(false);
  const presets = useQuery(presetsQuery(wid, asked)).data;
  const known = presets?.data.find(({ id }) => id === (chosen ?? presets.guess?.preset));
  const set = (change: Partial<MailboxFields>): void => setFields((old) => ({ ...old, ...change }));
  useFoundServers(wid, presets?.guess === null ? asked : "", setFields);
  const shown = { ...fields, ...(known && serversOf(known)) };
  // A provider without IMAP has nothing to read by.
  const isRead = reads && !(known && shown.imap_host === "");
  const { test, error, busy, isDoubtful, forget, connect } = useConnecting(
    wid,
    shown,
    isRead,
    (id) => {
      onClose();
      onDone(id);
    },
  );
  const wrong = (name: string) => fieldError(error, name);
  const change = (part: Partial<MailboxFields>): void => {
    forget();
    set(part);
  };
  const server = { fields: shown, isKnown: known !== undefined, wrong, change };
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Connect mailbox")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button disabled={busy} onClick={() => test.mutate()}>
            {t("Test")}
          </Button>
          <Button look="primary" busy={busy} onClick={() => void connect()}>
            {isDoubtful ? t("Connect anyway") : t("Connect")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 wide:grid-cols-2">
        <TextField
          label={t("Email address")}
          type="email"
          autoComplete="off"
          value={fields.email}
          error={wrong("email")}
          onChange={(event) => change({ email: event.target.value })}
          onBlur={() => {
            setAsked(/^\S+@\S+\.\S+$/.test(fields.email) ? fields.email : "");
            if (!isNamed) set({ from_name: guessedNameOf(fields.email) });
          }}
        />
        <TextField
          label={t("Sender name")}
          autoComplete="off"
          value={fields.from_name}
          error={wrong("from_name")}
          hint={t("Recipients see this name.")}
          onChange={(event) => {
            setNamed(true);
            change({ from_name: event.target.value });
          }}
        />
        <ProviderField
          presets={presets?.data ?? []}
          known={known}
          onChoose={(preset) => {
            setChosen(preset?.id ?? "");
            if (preset) change(serversOf(preset));
          }}
        />
        <TextField
          label={t("Password")}
          type="password"
          autoComplete="new-password"
          value={fields.password}
          error={wrong("smtp_password") ?? wrong("imap_password")}
          onChange={(event) => change({ password: event.target.value })}
        />
      </div>
      {known && <AboutProvider preset={known} />}
      <ServerFields kind="smtp" {...server} placeholder={fields.email || t("email address")} />
      <Check
        label={t("Read replies and bounces (IMAP)")}
        hint={t("Without IMAP, replies and bounces are not detected and sequences continue.")}
        checked={reads}
        onChange={(event) => setReads(event.target.checked)}
      />
      {reads && (
        <ServerFields
          kind="imap"
          {...server}
          placeholder={fields.smtp_username || fields.email || t("email address")}
        />
      )}
      {test.data && <TestResult answer={test.data} />}
      <Refusal error={error} />
    </Dialog>
  );
}

/** Fills in the servers that the domain of an address names; what somebody typed meanwhile stays. */
function useFoundServers(
  wid: number,
  email: string,
  setFields: (change: (old: MailboxFields) => MailboxFields) => void,
): void {
  const found = useQuery({ ...discoverQuery(wid, email), enabled: email !== "" }).data;
  useEffect(() => {
    if (!found) return;
    const { smtp, imap } = found;
    setFields((old) => ({
      ...old,
      ...(smtp && old.smtp_host === "" && { smtp_host: smtp.host, smtp_port: String(smtp.port) }),
      ...(imap && old.imap_host === "" && { imap_host: imap.host, imap_port: String(imap.port) }),
    }));
  }, [found, setFields]);
}

function ProviderField({
  presets,
  known,
  onChoose,
}: {
  presets: readonly MailboxPreset[];
  known: MailboxPreset | undefined;
  onChoose: (preset: MailboxPreset | undefined) => void;
}) {
  return (
    <SelectField
      label={t("Provider")}
      value={known?.id ?? ""}
      onChange={(event) => onChoose(presets.find(({ id }) => id === event.target.value))}
    >
      <option value="">{t("Other")}</option>
      {presets.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function AboutProvider({ preset }: { preset: MailboxPreset }) {
  return (
    <Note tone="info" title={preset.name}>
      {fromServer(preset.help)}{" "}
      {preset.help_url && (
        <a href={preset.help_url} target="_blank" rel="noreferrer">
          {t("Setup guide")}
        </a>
      )}
    </Note>
  );
}

/** A server, its port and login; the servers of a known provider are filled in. */
function ServerFields({
  kind,
  fields,
  isKnown,
  placeholder,
  wrong,
  change,
}: {
  kind: "smtp" | "imap";
  fields: MailboxFields;
  isKnown: boolean;
  placeholder: string;
  wrong: (name: string) => string | null;
  change: (part: Partial<MailboxFields>) => void;
}) {
  return (
    <fieldset className="grid gap-3 wide:grid-cols-[minmax(0,2fr)_6rem_minmax(0,2fr)]">
      {kind === "smtp" ? (
        <legend className="mb-2 font-medium">{t("Sending")}</legend>
      ) : (
        <legend className="sr-only">{t("Reading")}</legend>
      )}
      <TextField
        label={kind === "smtp" ? t("SMTP server") : t("IMAP server")}
        value={fields[`${kind}_host`]}
        readOnly={isKnown}
        error={wrong(`${kind}_host`)}
        onChange={(event) => change({ [`${kind}_host`]: event.target.value })}
      />
      <TextField
        label={t("Port")}
        inputMode="numeric"
        value={fields[`${kind}_port`]}
        readOnly={isKnown}
        error={wrong(`${kind}_port`)}
        onChange={(event) => change({ [`${kind}_port`]: event.target.value })}
      />
      <TextField
        label={t("Username")}
        autoComplete="off"
        placeholder={placeholder}
        value={fields[`${kind}_username`]}
        error={wrong(`${kind}_username`)}
        onChange={(event) => change({ [`${kind}_username`]: event.target.value })}
      />
    </fieldset>
  );
}

/** What the server says beside what it says of fields. */
function Refusal({ error }: { error: Error | null }) {
  if (error === null || (isApiError(error) && error.fields.length > 0)) return null;
  return (
    <Note tone="bad" title={t("The mailbox could not be connected.")}>
      {sentenceOf(error)}
    </Note>
  );
}
