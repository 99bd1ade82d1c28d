import { useQuery } from "@tanstack/react-query";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ExchangePanel } from "./exchange-panel.tsx";
import { PoolPanel } from "./pool-panel.tsx";
import { exchangesQuery, poolQuery } from "./queries.ts";

/** Whom warmup emails of the workspace go to, beyond its own mailboxes. */
export function WarmupPartners() {
  const { wid } = useWorkspace();
  const pool = useQuery(poolQuery(wid));
  const exchanges = useQuery(exchangesQuery(wid));
  const mailboxes = useQuery(mailboxesQuery(wid));
  if (!pool.data || !exchanges.data || !mailboxes.data) {
    const error = pool.error ?? exchanges.error ?? mailboxes.error;
    const retry = () => Promise.all([pool.refetch(), exchanges.refetch(), mailboxes.refetch()]);
    return <Waiting what={t("warmup settings")} error={error} onRetry={retry} />;
  }
  // What only sends can't take part.
  const readable = mailboxes.data.filter(({ imap_host }) => imap_host !== null);
  return (
    <div className="grid max-w-3xl gap-4">
      <PoolPanel
        // What is stored begins a new choice.
        key={pool.data.mailbox_ids.join(" ")}
        wid={wid}
        pool={pool.data}
        mailboxes={readable}
      />
      <ExchangePanel wid={wid} exchanges={exchanges.data} mailboxes={readable} />
    </div>
  );
}
