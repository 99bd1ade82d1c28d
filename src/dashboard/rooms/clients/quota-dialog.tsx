import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OverviewRow, Quota } from "#modules/operations/contract/overview.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";

const FIELDS = [
  ["leads", t("Leads")],
  ["mailboxes", t("Mailboxes")],
  ["mails_month", t("Emails per month")],
] as const;
const usedWords = (name: (typeof FIELDS)[number][0], used: string): string =>
  name === "mails_month"
    ? t("{used} sent by campaigns this month (UTC).", { used })
    : t("{used} in the workspace.", { used });
type Limits = Record<(typeof FIELDS)[number][0], number | string | null>;

/** How much a workspace may have and send. */
export function QuotaDialog({ row, onClose }: { row: OverviewRow; onClose: () => void }) {
  const { workspace, quota } = row;
  const queries = useQueryClient();
  const [limits, setLimits] = useState<Limits>({
    leads: quota.leads.limit,
    mailboxes: quota.mailboxes.limit,
    mails_month: quota.mails_month.limit,
  });
  const save = useMutation({
    mutationFn: () => api.put<Quota>(`/admin/clients/${workspace.id}/quota`, limits),
    async onSuccess() {
      toast(t("Quota of {name} saved.", { name: workspace.name }));
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["admin", "overview"] }),
        queries.invalidateQueries({ queryKey: ["w", workspace.id, "quota"] }),
      ]);
      onClose();
    },
  });
  const isElsewhere = save.error !== null && !FIELDS.some(([name]) => fieldError(save.error, name));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Quota of {name}", { name: workspace.name })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t("Save quota")}
          </Button>
        </>
      }
    >
      {FIELDS.map(([name, label]) => (
        <NumberField
          key={name}
          label={label}
          placeholder={t("No quota")}
          value={limits[name]}
          empty={null}
          hint={usedWords(name, count(quota[name].used))}
          error={fieldError(save.error, name)}
          onNumber={(value) => setLimits({ ...limits, [name]: value })}
        />
      ))}
      <p className="text-12 text-text-3">
        {t(
          "What is there stays. More is refused, and campaigns that reach the quota of emails wait for the next month.",
        )}
      </p>
      {isElsewhere && (
        <Note tone="bad" title={t("The quota was not saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}
