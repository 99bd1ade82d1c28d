import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StartedExchange } from "#modules/warmup/contract/exchange.ts";
import { MAX_EXCHANGE_QUOTA } from "#modules/warmup/rules/exchange/limits.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextArea, TextField } from "#dashboard/parts/field.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { ChooseMailboxes, WhatIsShared } from "./choose-mailboxes.tsx";
import { exchangesQuery } from "./queries.ts";

/** Makes an invitation, or accepts one. */
export function StartExchange({
  wid,
  mailboxes,
  onMade,
}: {
  wid: number;
  mailboxes: readonly { readonly id: number; readonly email: string }[];
  onMade: (made: StartedExchange) => void;
}) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [invitation, setInvitation] = useState("");
  const [quota, setQuota] = useState<number | null>(MAX_EXCHANGE_QUOTA);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const start = useMutation({
    mutationFn: () =>
      api.post<StartedExchange>(`/workspaces/${wid}/warmup/exchange`, {
        name,
        mailbox_ids: [...chosen],
        quota: quota ?? MAX_EXCHANGE_QUOTA,
        ...(invitation.trim() !== "" && { invitation }),
      }),
    onSuccess: (made) => {
      onMade(made);
      setOpen(false);
      setInvitation("");
      void queries.invalidateQueries({ queryKey: exchangesQuery(wid).queryKey });
    },
  });
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{t("Invite or accept")}</Button>
      </div>
    );
  }
  const { error } = start;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <WhatIsShared partners="installation" />
      <TextField
        label={t("Your name, as the other operator reads it")}
        value={name}
        error={fieldError(error, "name")}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label={t("Invitation of the other operator")}
        hint={t("Leave this empty to make an invitation.")}
        rows={3}
        value={invitation}
        error={fieldError(error, "invitation")}
        onChange={({ target }) => setInvitation(target.value)}
      />
      <NumberField
        label={t("Emails per day in each direction")}
        className="max-w-40"
        value={quota}
        empty={null}
        error={fieldError(error, "quota")}
        onNumber={(value) => setQuota(typeof value === "number" ? value : null)}
      />
      <ChooseMailboxes
        legend={t("Mailboxes that take part")}
        mailboxes={mailboxes}
        chosen={chosen}
        onChange={setChosen}
      />
      {error &&
        (!isApiError(error) ||
          !/^(?:name|invitation|quota)$/.test(error.fields[0]?.path ?? "")) && (
          <Note tone="bad" title={t("Nothing was made.")}>
            {sentenceOf(error)}
          </Note>
        )}
      <div className="flex justify-end gap-2">
        <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
        <Button
          look="primary"
          type="submit"
          busy={start.isPending}
          disabled={name.trim() === "" || chosen.size === 0}
        >
          {invitation.trim() === "" ? t("Make invitation") : t("Accept invitation")}
        </Button>
      </div>
    </form>
  );
}
