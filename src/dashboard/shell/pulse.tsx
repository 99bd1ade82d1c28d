import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { campaignsQuery } from "#dashboard/api/workspace.ts";
import { counted } from "#dashboard/lib/format.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { useWorkspace } from "./use-workspace.ts";

/** The foot of the sidebar: whether mail goes out. */
export function Pulse() {
  const { wid } = useWorkspace();
  const campaigns = useQuery(campaignsQuery(wid)).data?.data;
  if (!campaigns) return <div className="pulse" />;
  const active = campaigns.filter(({ status }) => status === "active").length;
  const held = campaigns.filter((c) => c.paused_reason && c.paused_reason !== "manual").length;
  return (
    <Link className="pulse" to="/w/$wid" params={{ wid: String(wid) }}>
      {active > 0 ? (
        <Status tone="ok">
          <b className="text-text">{counted(active, "campaign")} active</b>
        </Status>
      ) : (
        <Status shape="pause">
          <b className="text-text">Not sending</b>
        </Status>
      )}
      <span>
        {held > 0
          ? `${counted(held, "campaign")} stopped by protection`
          : active > 0
            ? "Overview tells what goes out next"
            : "No campaign is active"}
      </span>
    </Link>
  );
}
