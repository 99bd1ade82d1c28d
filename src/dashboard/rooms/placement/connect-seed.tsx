import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { seedsQuery } from "./queries.ts";

/** Connects a mailbox of the operator for test emails of every workspace. */
export function ConnectSeed({ wid, onClose }: { wid: number; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useId();
  const connect = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      api.post("/admin/seeds", { ...fields, imap_port: Number(fields["imap_port"]) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: seedsQuery(wid).queryKey });
      onClose();
    },
  });
  const { error } = connect;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    connect.mutate(formFieldsOf(event.currentTarget));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Connect a seed")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" form={form} busy={connect.isPending}>
            {t("Connect")}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-3" onSubmit={submit}>
        <p className="text-text-2">
          {t(
            "Every workspace sees the address and can send test emails to it. The mailbox is only read.",
          )}
        </p>
        <TextField
          label={t("Email")}
          name="email"
          type="email"
          error={fieldError(error, "email")}
        />
        <TextField
          label={t("IMAP server")}
          name="imap_host"
          error={fieldError(error, "imap_host")}
        />
        <TextField
          label={t("IMAP port")}
          name="imap_port"
          inputMode="numeric"
          defaultValue="993"
          error={fieldError(error, "imap_port")}
        />
        <TextField
          label={t("Username")}
          name="imap_username"
          autoComplete="off"
          error={fieldError(error, "imap_username")}
        />
        <TextField
          label={t("Password")}
          name="imap_password"
          type="password"
          autoComplete="new-password"
          hint={t("Often an app password. It is stored sealed and never shown again.")}
          error={fieldError(error, "imap_password")}
        />
        {error !== null && (!isApiError(error) || error.fields.length === 0) && (
          <Note tone="bad" title={t("The seed could not be connected.")}>
            {sentenceOf(error)}
          </Note>
        )}
      </form>
    </Dialog>
  );
}
