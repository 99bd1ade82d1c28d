import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Seed } from "#modules/placement/contract/seeds.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ConnectSeed } from "./connect-seed.tsx";
import { seedsQuery } from "./queries.ts";
import { providerName } from "./words.ts";

/** Mailboxes that take test emails, and the switch for those of the workspace. */
export function SeedsPanel({ wid }: { wid: number }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const [isConnecting, setConnecting] = useState(false);
  const query = seedsQuery(wid);
  const { data, error, refetch } = useQuery(query);
  const change = useMutation({
    mutationFn: ({ id, enabled }: { id: number; enabled: boolean }) =>
      api.put<Seed>(`/workspaces/${wid}/mailboxes/${id}/seed`, { enabled }),
    onError: (problem) => toast(sentenceOf(problem)),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const share = useMutation({
    mutationFn: (id: number) =>
      api.post("/admin/seeds/mailboxes", { workspace_id: wid, mailbox_id: id }),
    onSuccess: () => toast(t("Every workspace can send test emails to it now.")),
    onError: (problem) => toast(sentenceOf(problem)),
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/admin/seeds/${id.replace("install:", "")}`),
    onError: (problem) => toast(sentenceOf(problem)),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const seeds = data?.data ?? [];
  return (
    <Panel
      title={t("Seeds")}
      flush
      aside={
        may("admin.edit") && (
          <Button size="small" className="ml-auto" onClick={() => setConnecting(true)}>
            <Plus size={16} aria-hidden="true" />
            {t("Connect a seed")}
          </Button>
        )
      }
      footer={
        data &&
        t(
          "Test emails to seeds are only read. Use at least four of each provider, and none that takes part in the warmup of your senders.",
        )
      }
    >
      {!data ? (
        <Waiting what={t("seeds")} rows={3} error={error} onRetry={refetch} inset />
      ) : seeds.length === 0 ? (
        <div className="p-4">
          <Empty picture="mailbox" title={t("No seeds yet")}>
            {t(
              "A seed is a mailbox of your own that test emails go to. Let one of the workspace take them, or ask an admin to connect one for all workspaces.",
            )}
          </Empty>
        </div>
      ) : (
        <table className="tbl as-list">
          <TableHead columns={[t("Address"), t("Provider"), t("From"), [t("Change"), "unseen"]]} />
          <tbody>
            {seeds.map((seed) => (
              <tr key={seed.id}>
                <td className="full wrap-anywhere">{seed.email}</td>
                <td>{providerName(seed.provider)}</td>
                <td className="text-text-2">
                  {seed.mailbox_id === null ? t("Installation") : t("This workspace")}
                </td>
                <td className="text-right">
                  {seed.mailbox_id !== null && may("admin.edit") && (
                    <Button
                      size="small"
                      className="mr-2"
                      busy={share.isPending && share.variables === seed.mailbox_id}
                      aria-label={t("For all workspaces: {email}", { email: seed.email })}
                      onClick={() => share.mutate(seed.mailbox_id ?? 0)}
                    >
                      {t("For all workspaces")}
                    </Button>
                  )}
                  {seed.mailbox_id !== null && may("mailboxes.edit") && (
                    <Button
                      size="small"
                      aria-label={t("Turn off {email}", { email: seed.email })}
                      onClick={() => change.mutate({ id: seed.mailbox_id ?? 0, enabled: false })}
                    >
                      {t("Turn off")}
                    </Button>
                  )}
                  {seed.mailbox_id === null && may("admin.edit") && (
                    <Button
                      size="small"
                      aria-label={t("Disconnect {email}", { email: seed.email })}
                      onClick={() => remove.mutate(seed.id)}
                    >
                      {t("Disconnect")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && may("mailboxes.edit") && (
        <AddMailbox
          wid={wid}
          seeds={seeds}
          busy={change.isPending}
          onAdd={(id) => change.mutate({ id, enabled: true })}
        />
      )}
      {isConnecting && <ConnectSeed wid={wid} onClose={() => setConnecting(false)} />}
    </Panel>
  );
}

function AddMailbox({
  wid,
  seeds,
  busy,
  onAdd,
}: {
  wid: number;
  seeds: readonly Seed[];
  busy: boolean;
  onAdd: (id: number) => void;
}) {
  const { data } = useQuery(mailboxesQuery(wid));
  const [chosen, setChosen] = useState("");
  const taken = new Set(seeds.map(({ mailbox_id }) => mailbox_id));
  const free = (data ?? []).filter(({ id, imap_host }) => !taken.has(id) && imap_host !== null);
  if (free.length === 0) return null;
  return (
    <div className="flex items-end gap-2 border-t border-line p-4">
      <div className="min-w-0 flex-1">
        <SelectField
          label={t("Let a mailbox take test emails")}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{t("Choose a mailbox")}</option>
          {free.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        busy={busy}
        onClick={() => {
          if (chosen !== "") onAdd(Number(chosen));
          setChosen("");
        }}
      >
        {t("Turn on")}
      </Button>
    </div>
  );
}
