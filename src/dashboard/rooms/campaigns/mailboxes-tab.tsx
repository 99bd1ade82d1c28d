import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CampaignDetail } from "#contract/campaigns.ts";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Failure } from "#dashboard/parts/states.tsx";
import { MailboxState } from "#dashboard/parts/statuses.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { setMailboxes } from "./queries.ts";
import { useSaving } from "./use-saving.ts";

/** Which mailboxes take turns; a lead keeps the one that wrote first. */
export function MailboxesTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { data, error, refetch } = useQuery(mailboxesQuery(wid));
  const [draft, setDraft] = useState<readonly number[] | null>(null);
  const saving = useSaving();
  const chosen = draft ?? campaign.mailbox_ids;
  const mayEdit = may("campaigns.edit");
  if (!data) return <Waiting what="mailboxes" error={error} onRetry={refetch} />;
  const rows = data.data;
  if (rows.length === 0) {
    return (
      <Empty title="This workspace has no mailbox yet">
        Connect one in Mailboxes; then choose here which of them send for this campaign.
      </Empty>
    );
  }
  const day = rows
    .filter(({ id, status }) => chosen.includes(id) && status === "active")
    .reduce((sum, { daily_limit }) => sum + daily_limit, 0);
  const save = (): Promise<boolean> =>
    saving.run(async () => {
      await setMailboxes(wid, campaign.id, chosen);
      setDraft(null);
      toast(`${counted(chosen.length, "mailbox sends", "mailboxes send")} for this campaign.`);
    });
  const toggle = (id: number): void =>
    setDraft(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      {saving.error !== null && (
        <Failure
          what="The choice was not saved."
          error={saving.error}
          onRetry={() => void save()}
        />
      )}
      <Panel
        title={`${count(chosen.length)} of ${counted(rows.length, "mailbox", "mailboxes")}`}
        flush
        aside={
          <span className="text-12 text-text-2">
            Together at most {counted(day, "mail")} a day, shared with other campaigns
          </span>
        }
        footer={
          draft && (
            <>
              <span className="mr-auto">Not saved yet.</span>
              <Button onClick={() => setDraft(null)}>Discard</Button>
              <Button look="primary" busy={saving.busy} onClick={() => void save()}>
                Save the choice
              </Button>
            </>
          )
        }
      >
        <table className="tbl as-list">
          <TableHead
            columns={["Mailbox", "Status", ["Sent today", "num"], ["Limit a day", "num"]]}
          />
          <tbody>
            {rows.map(({ id, email, from_name, status, sent_today, daily_limit }) => (
              <tr key={id} aria-selected={chosen.includes(id)}>
                <td>
                  <label className="check items-center!">
                    <input
                      type="checkbox"
                      className="mt-0!"
                      checked={chosen.includes(id)}
                      disabled={!mayEdit}
                      onChange={() => toggle(id)}
                    />
                    <span>
                      <span className="font-medium">{email}</span>
                      <small>{from_name}</small>
                    </span>
                  </label>
                </td>
                <td>
                  <MailboxState status={status} />
                </td>
                <td className="num">{count(sent_today)}</td>
                <td className="num">{count(daily_limit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}
