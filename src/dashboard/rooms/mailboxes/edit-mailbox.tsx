import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

const fieldsOfMailbox = (mailbox: Mailbox) => ({
  from_name: mailbox.from_name,
  daily_limit: String(mailbox.daily_limit),
  min_gap_seconds: String(mailbox.min_gap_seconds),
  ramp_enabled: mailbox.ramp_enabled,
  save_to_sent: mailbox.save_to_sent,
  signature_text: mailbox.signature_text,
  smtp_host: mailbox.smtp_host,
  smtp_port: String(mailbox.smtp_port),
  imap_host: mailbox.imap_host ?? "",
  imap_port: String(mailbox.imap_port ?? ""),
  password: "",
});
type Fields = ReturnType<typeof fieldsOfMailbox>;

function changesOf(fields: Fields, signIn: { byPassword: boolean; isNew: boolean }) {
  const { password, smtp_host, smtp_port, imap_host, imap_port, ...rest } = fields;
  const reads = imap_host !== "";
  const settings = {
    ...rest,
    daily_limit: Number(rest.daily_limit),
    min_gap_seconds: Number(rest.min_gap_seconds),
  };
  // Its provider's servers come with the consent.
  if (!signIn.byPassword) return settings;
  return {
    ...settings,
    smtp_host,
    smtp_port: Number(smtp_port),
    ...(reads && { imap_host, imap_port: Number(imap_port) }),
    ...(!reads && signIn.isNew && { imap_host: null }),
    ...((password !== "" || signIn.isNew) && {
      smtp_password: password,
      ...(reads && { imap_password: password }),
    }),
  };
}

/** Changes a mailbox; a password that is left empty stays, unless its server changes. */
export function EditMailbox({
  wid,
  mailbox,
  onClose,
  onSaved,
}: {
  wid: number;
  mailbox: Mailbox;
  onClose: () => void;
  onSaved: () => void;
}) {
  const hadPassword = mailbox.connection.kind === "password";
  const [byPassword, setByPassword] = useState(hadPassword);
  const [fields, setFields] = useState(() => fieldsOfMailbox(mailbox));
  const set = (change: Partial<Fields>): void => setFields({ ...fields, ...change });
  const save = useMutation({
    mutationFn: () =>
      api.put<Mailbox>(
        `/workspaces/${wid}/mailboxes/${mailbox.id}`,
        changesOf(fields, { byPassword, isNew: byPassword && !hadPassword }),
      ),
    onSuccess: async () => {
      await changed(wid, "mailboxes", "stats", "sending");
      onClose();
      onSaved();
    },
  });
  const text = (
    name: Exclude<keyof Fields, "ramp_enabled" | "save_to_sent">,
    label: string,
    hint?: string,
  ) => (
    <TextField
      label={label}
      hint={hint}
      value={fields[name]}
      error={fieldError(save.error, name)}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Edit {email}", { email: mailbox.email })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t("Save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 wide:grid-cols-3">
        {text("from_name", t("Sender name"))}
        {text("daily_limit", t("Emails per day"))}
        {text("min_gap_seconds", t("Seconds between emails"))}
      </div>
      <Check
        label={t("Increase the daily volume slowly")}
        hint={t("A new mailbox starts low and adds {increment} emails each sending day.", {
          increment: mailbox.ramp_increment,
        })}
        checked={fields.ramp_enabled}
        onChange={(event) => set({ ramp_enabled: event.target.checked })}
      />
      {mailbox.imap_host !== null && (
        <Check
          label={t("Save sent emails to the Sent folder")}
          hint={t("Only needed if the provider does not do this itself.")}
          checked={fields.save_to_sent}
          onChange={(event) => set({ save_to_sent: event.target.checked })}
        />
      )}
      <TextArea
        label={t("Signature")}
        rows={3}
        value={fields.signature_text}
        error={fieldError(save.error, "signature_text")}
        onChange={(event) => set({ signature_text: event.target.value })}
      />
      {!hadPassword && (
        <Check
          label={t("Sign in by password instead")}
          hint={t(
            "Access at the provider is no longer used. Most providers require an app password.",
          )}
          checked={byPassword}
          onChange={(event) => setByPassword(event.target.checked)}
        />
      )}
      {byPassword && (
        <>
          <div className="grid gap-3 wide:grid-cols-[minmax(0,2fr)_6rem_minmax(0,2fr)_6rem]">
            {text("smtp_host", t("SMTP server"))}
            {text("smtp_port", t("Port"))}
            {text("imap_host", t("IMAP server"))}
            {text("imap_port", t("Port"))}
          </div>
          <PasswordField
            isKept={hadPassword}
            isFirst={hadPassword && mailbox.status === "connection_error"}
            value={fields.password}
            error={
              fieldError(save.error, "smtp_password") ?? fieldError(save.error, "imap_password")
            }
            onChange={(password) => set({ password })}
          />
        </>
      )}
      {save.error && (!isApiError(save.error) || save.error.fields.length === 0) && (
        <Note tone="bad" title={t("The mailbox could not be saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}

/** The password of both servers; where one is stored, it stays unless another is typed. */
function PasswordField({
  isKept,
  isFirst,
  value,
  error,
  onChange,
}: {
  isKept: boolean;
  /** It is what most people come for when the connection fails. */
  isFirst: boolean;
  value: string;
  error: ReturnType<typeof fieldError>;
  onChange: (password: string) => void;
}) {
  return (
    <TextField
      label={isKept ? t("New password") : t("Password")}
      type="password"
      data-first={isFirst ? "" : undefined}
      autoComplete="new-password"
      placeholder={isKept ? t("Unchanged") : ""}
      hint={isKept ? t("Required if you change a server.") : undefined}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
