import type { WorkspaceStats } from "#contract/stats.ts";
import { Empty } from "#dashboard/parts/states.tsx";

/** A new workspace: where it stands and the next thing to do. */
export function Begin({ stats }: { stats: WorkspaceStats }) {
  const lacks = [
    stats.mailboxes.total === 0 && "connect a mailbox",
    stats.leads === 0 && "bring a list",
    "write the first step",
  ].filter(Boolean);
  return (
    <Empty title="No mail has gone out yet">
      Next: {lacks.join(", ")}. You can send a test to yourself before anyone else gets one.
    </Empty>
  );
}
