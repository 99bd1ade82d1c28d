import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Failure } from "#dashboard/parts/states.tsx";
import { MailboxState } from "#dashboard/parts/statuses.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { setMailboxes } from "./queries.ts";
import { useSaving } from "./use-saving.ts";

/** So many are too many to look through. */
const FINDS_FROM = 15;

/** Which mailboxes take turns; a lead keeps the one that wrote first. */
export function MailboxesTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { data, error, refetch } = useQuery(mailboxesQuery(wid));
  // What was pressed is shown at once; the server's answer follows.
  const [pressed, setPressed] = useState<readonly number[] | null>(null);
  const saving = useSaving();
  const [q, setQ] = useState("");
  const chosen = pressed ?? campaign.mailbox_ids;
  const mayEdit = may("campaigns.edit");
  if (!data) return <Waiting what={t("mailboxes")} error={error} onRetry={refetch} />;
  if (data.length === 0) return <NoMailboxes mayConnect={mayEdit} />;
  const words = q.trim().toLowerCase();
  const rows = data.filter(({ email, from_name }) =>
    [email, from_name].some((text) => text.toLowerCase().includes(words)),
  );
  const day = data
    .filter(({ id, status }) => chosen.includes(id) && status === "active")
    .reduce((sum, { daily_limit }) => sum + daily_limit, 0);
  const choose = async (next: readonly number[]): Promise<void> => {
    const before = campaign.mailbox_ids;
    setPressed(next);
    const isSaved = await saving.run(() => setMailboxes(wid, campaign.id, next));
    setPressed(null);
    if (!isSaved) return;
    toast(
      t(
        "{mailboxes, plural, one {# mailbox sends for this campaign.} other {# mailboxes send for this campaign.}}",
        { mailboxes: next.length },
      ),
      () => void choose(before),
    );
  };
  const toggle = (id: number): Promise<void> =>
    choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const active = data.filter(({ status }) => status === "active").map(({ id }) => id);
  return (
    <>
      {saving.error !== null && (
        <Failure
          what={t("The choice was not saved.")}
          error={saving.error}
          onRetry={saving.forget}
        />
      )}
      <Panel
        title={t("{chosen} of {all, plural, one {# mailbox} other {# mailboxes}}", {
          chosen: count(chosen.length),
          all: data.length,
        })}
        flush
        aside={
          <span className="text-12 text-text-2">
            {t(
              "Up to {emails, plural, one {# email} other {# emails}} per day, shared with other campaigns",
              { emails: day },
            )}
          </span>
        }
        footer={
          mayEdit &&
          data.length > 1 && (
            <span className="ml-auto flex gap-2 py-1">
              <Button
                look="ghost"
                disabled={saving.busy || chosen.length === 0}
                onClick={() => void choose([])}
              >
                {t("None")}
              </Button>
              <Button
                disabled={saving.busy || active.every((id) => chosen.includes(id))}
                onClick={() => void choose([...new Set([...chosen, ...active])])}
              >
                {t("{active, plural, one {All # active mailbox} other {All # active mailboxes}}", {
                  active: active.length,
                })}
              </Button>
            </span>
          )
        }
      >
        {data.length > FINDS_FROM && (
          <div className="px-4 py-2">
            <Find label={t("Search mailboxes")} value={q} onFind={setQ} />
          </div>
        )}
        {rows.length === 0 && (
          <p className="px-4 py-3 text-text-2">{t("No mailbox matches “{q}”.", { q })}</p>
        )}
        {rows.length > 0 && (
          <BoxRows
            rows={rows}
            chosen={chosen}
            disabled={!mayEdit || saving.busy}
            onToggle={(id) => void toggle(id)}
          />
        )}
      </Panel>
    </>
  );
}

function NoMailboxes({ mayConnect }: { mayConnect: boolean }) {
  const { wid } = useWorkspace();
  return (
    <Empty
      picture="mailbox"
      title={t("No mailboxes yet")}
      action={
        mayConnect && (
          <Link
            to="/w/$wid/mailboxes"
            params={{ wid: String(wid) }}
            search={{ connect: true }}
            className={buttonClass({ look: "primary" })}
          >
            {t("Connect mailbox")}
          </Link>
        )
      }
    >
      {t("Connect a mailbox first. Then choose here which mailboxes send for this campaign.")}
    </Empty>
  );
}

function BoxRows({
  rows,
  chosen,
  disabled,
  onToggle,
}: {
  rows: readonly Mailbox[];
  chosen: readonly number[];
  disabled: boolean;
  onToggle: (id: number) => void;
}) {
  return (
    <table className="tbl as-list">
      <TableHead
        columns={[t("Mailbox"), t("Status"), [t("Sent today"), "num"], [t("Daily limit"), "num"]]}
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
                  disabled={disabled}
                  onChange={() => onToggle(id)}
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
  );
}
