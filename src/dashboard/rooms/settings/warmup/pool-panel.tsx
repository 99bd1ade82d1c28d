import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WarmupPool } from "#modules/warmup/contract/pool.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ChooseMailboxes, WhatIsShared } from "./choose-mailboxes.tsx";
import { poolQuery } from "./queries.ts";

/** The switch for the pool of the installation, and the mailboxes that take part. */
export function PoolPanel({
  wid,
  pool,
  mailboxes,
}: {
  wid: number;
  pool: WarmupPool;
  mailboxes: readonly { readonly id: number; readonly email: string }[];
}) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const [isOn, setOn] = useState(pool.enabled);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(pool.mailbox_ids));
  const isSame =
    chosen.size === pool.mailbox_ids.length && pool.mailbox_ids.every((id) => chosen.has(id));
  const isChanged = isOn !== pool.enabled || (isOn && !isSame);
  useUnsaved(isChanged);
  const save = useMutation({
    mutationFn: () =>
      api.put<WarmupPool>(`/workspaces/${wid}/warmup/pool`, {
        enabled: isOn,
        mailbox_ids: isOn ? [...chosen] : [],
      }),
    onSuccess: (stored) => {
      queries.setQueryData(poolQuery(wid).queryKey, stored);
      void queries.invalidateQueries({ queryKey: ["w", wid, "warmup"] });
      toast(stored.enabled ? t("The mailboxes take part.") : t("You left the shared pool."));
    },
  });
  const discard = () => {
    setOn(pool.enabled);
    setChosen(new Set(pool.mailbox_ids));
    save.reset();
  };
  return (
    <Panel
      title={t("Shared warmup pool")}
      footer={
        isChanged && may("mailboxes.edit") ? (
          <div className="flex w-full justify-end gap-2 py-1">
            <Button onClick={discard}>{t("Discard")}</Button>
            <Button
              look="primary"
              busy={save.isPending}
              disabled={isOn && chosen.size === 0}
              onClick={() => save.mutate()}
            >
              {isOn ? t("Save") : t("Leave the pool")}
            </Button>
          </div>
        ) : (
          pool.enabled &&
          t("{sent} emails to other workspaces in 7 days, {received} from them.", {
            sent: count(pool.sent_7d),
            received: count(pool.received_7d),
          })
        )
      }
    >
      <fieldset className="grid gap-4" disabled={!may("mailboxes.edit")}>
        <legend className="sr-only">{t("Shared warmup pool")}</legend>
        <Check
          label={t("Warm up together with other workspaces of this installation")}
          hint={t(
            "Only with workspaces that turned this on as well. In the pool now: {mailboxes} mailboxes of {workspaces} workspaces. Leave at any time.",
            { mailboxes: count(pool.pool.mailboxes), workspaces: count(pool.pool.workspaces) },
          )}
          checked={isOn}
          onChange={({ target }) => {
            setOn(target.checked);
            save.reset();
          }}
        />
        <WhatIsShared partners="workspaces" />
        {isOn &&
          (mailboxes.length === 0 ? (
            <Empty title={t("No mailboxes to choose")}>
              {t("Connect a mailbox with IMAP first: warmup emails are read and answered.")}
            </Empty>
          ) : (
            <ChooseMailboxes
              legend={t("Mailboxes that take part")}
              mailboxes={mailboxes}
              chosen={chosen}
              onChange={(next) => {
                setChosen(next);
                save.reset();
              }}
            />
          ))}
        {save.error && (
          <Note tone="bad" title={t("Nothing was saved.")}>
            {sentenceOf(save.error)}
          </Note>
        )}
      </fieldset>
    </Panel>
  );
}
