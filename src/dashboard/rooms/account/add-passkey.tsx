import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import type { z } from "zod";
import type { AddedPasskey, Passkey, PasskeyOptions } from "#modules/accounts/contract/factors.ts";
import { api } from "#dashboard/api/client.ts";
import { makePasskey, passkeySentence } from "#dashboard/api/passkeys.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { factorsQuery } from "./queries.ts";

const nameOf = (event: FormEvent<HTMLFormElement>): string => {
  event.preventDefault();
  return formFieldsOf(event.currentTarget)["name"] ?? "";
};

function NameDialog({
  title,
  verb,
  text,
  name,
  busy,
  error,
  onName,
  onClose,
}: {
  title: string;
  verb: string;
  text?: string;
  name: string;
  busy: boolean;
  error: unknown;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const form = useId();
  return (
    <Dialog
      open
      alert
      onClose={onClose}
      title={title}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-4" onSubmit={(event) => onName(nameOf(event))}>
        {text && <p className="text-text-2">{text}</p>}
        <TextField
          label={t("Name")}
          name="name"
          defaultValue={name}
          placeholder={t("Work laptop")}
          maxLength={100}
          error={error ? passkeySentence(error) : null}
          required
          data-first
        />
      </form>
    </Dialog>
  );
}

/** The browser asks for the rest. */
export function AddPasskey({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (codes: readonly string[] | null) => void;
}) {
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: async (name: string) => {
      const asked = await api.post<PasskeyOptions>("/auth/factors/passkeys/options");
      const response = await makePasskey(asked.options);
      const body = { ticket: asked.ticket, name, response };
      return api.post<z.output<typeof AddedPasskey>>("/auth/factors/passkeys", body);
    },
    onSuccess: ({ recovery_codes }) => {
      toast(t("Passkey added."));
      onDone(recovery_codes);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  });
  return (
    <NameDialog
      title={t("Add passkey")}
      verb={t("Continue")}
      text={t("Give it a name, such as the device. Your browser asks for the rest.")}
      name=""
      busy={add.isPending}
      error={add.error}
      onName={add.mutate}
      onClose={onClose}
    />
  );
}

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) => api.put(`/auth/factors/passkeys/${passkey.id}`, { name }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  });
  return (
    <NameDialog
      title={t("Rename “{name}”", { name: passkey.name })}
      verb={t("Save")}
      name={passkey.name}
      busy={rename.isPending}
      error={rename.error}
      onName={rename.mutate}
      onClose={onClose}
    />
  );
}
