import { Link } from "@tanstack/react-router";
import type { WorkspaceStats } from "#contract/stats.ts";
import { counted } from "#dashboard/lib/format.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Glyph } from "#dashboard/parts/glyph.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";

type Stop = {
  readonly name: string;
  readonly says: string;
  readonly done: boolean;
  readonly to: "/w/$wid/mailboxes" | "/w/$wid/leads" | "/w/$wid/campaigns";
  readonly verb: string;
};

/** The way to the first mail: what is done, and the one thing to do next. */
export function Begin({ stats }: { stats: WorkspaceStats }) {
  const { wid } = useWorkspace();
  const stops = stopsOf(stats);
  const next = stops.find(({ done }) => !done);
  return (
    <Panel title="No mail has gone out yet">
      <ol className="way" aria-label="The way to the first mail">
        {stops.map((stop) => (
          <li key={stop.name} aria-current={stop === next ? "step" : undefined}>
            <span className={`st ${stop.done ? "ok" : stop === next ? "accent" : ""}`}>
              <Glyph shape={stop.done ? "tick" : stop === next ? "half" : "ring"} />
            </span>
            <div className="min-w-0 flex-1">
              <b>{stop.name}</b>
              <p className="text-13 text-text-2">{stop.says}</p>
            </div>
            {stop === next && (
              <Link
                to={stop.to}
                params={{ wid: String(wid) }}
                className={buttonClass({ look: "primary" })}
              >
                {stop.verb}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function stopsOf({ mailboxes, leads, campaigns }: WorkspaceStats): readonly Stop[] {
  return [
    {
      name: "Connect a mailbox",
      says:
        mailboxes.total === 0
          ? "Any SMTP and IMAP account. The test sends nothing to anyone."
          : `${counted(mailboxes.total, "mailbox", "mailboxes")} connected.`,
      done: mailboxes.total > 0,
      to: "/w/$wid/mailboxes",
      verb: "Connect",
    },
    {
      name: "Bring a list",
      says:
        leads === 0
          ? "A CSV file. Check its addresses before anyone writes to them."
          : `${counted(leads, "lead")} stored.`,
      done: leads > 0,
      to: "/w/$wid/leads",
      verb: "Upload",
    },
    {
      name: "Write a campaign",
      says:
        campaigns.total === 0
          ? "A few steps with waits between them. Send a test to yourself first."
          : `${counted(campaigns.total, "campaign")} written.`,
      done: campaigns.total > 0,
      to: "/w/$wid/campaigns",
      verb: "Write",
    },
    {
      name: "Start it",
      says: "From then on this page tells what goes out, and why when nothing does.",
      done: campaigns.active > 0,
      to: "/w/$wid/campaigns",
      verb: "Open campaigns",
    },
  ];
}
