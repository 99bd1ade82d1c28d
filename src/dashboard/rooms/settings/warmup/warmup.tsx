import { useQuery } from "@tanstack/react-query";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { PoolPanel } from "./pool-panel.tsx";
import { poolQuery } from "./queries.ts";

/** Whom warmup emails of the workspace go to, beyond its own mailboxes. */
export function WarmupSettings() {
  const { wid } = useWorkspace();
  const pool = useQuery(poolQuery(wid));
  const mailboxes = useQuery(mailboxesQuery(wid));
  if (!pool.data || !mailboxes.data) {
    const error = pool.error ?? mailboxes.error;
    const retry = () => Promise.all([pool.refetch(), mailboxes.refetch()]);
    return <Waiting what="warmup settings" error={error} onRetry={retry} />;
  }
  // What only sends can't take part.
  const readable = mailboxes.data.filter(({ imap_host }) => imap_host !== null);
  return (
    <div className="grid max-w-3xl gap-4">
      <PoolPanel key={pool.dataUpdatedAt} wid={wid} pool={pool.data} mailboxes={readable} />
    </div>
  );
}
