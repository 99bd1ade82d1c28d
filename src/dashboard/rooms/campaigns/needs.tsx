import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { Glyph } from "#dashboard/parts/glyph.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { needsOf } from "./needs.ts";

/** The stops before the first mail, as long as one is missing. */
export function Needs({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const needs = needsOf(campaign);
  const next = needs.find(({ done }) => !done);
  // Once it is there it stays until the page is left or the campaign runs: what is being typed below does not jump.
  const [wasMissing, setMissing] = useState(next !== undefined);
  if (next && !wasMissing) setMissing(true);
  const isOver = campaign.status === "completed" || (!next && campaign.status === "active");
  if (!(next || wasMissing) || isOver) return null;
  return (
    <ol className="needs" aria-label={t("Setup steps")}>
      {needs.map((need) => (
        <li key={need.tab} aria-current={need === next ? "step" : undefined}>
          <span className={`st ${need.done ? "ok" : need === next ? "accent" : ""}`}>
            <Glyph shape={need.done ? "tick" : need === next ? "half" : "ring"} />
          </span>
          <span>
            {need.name}
            {need.done && <span className="sr-only">{t(", done")}</span>}
          </span>
          {!need.done && may("campaigns.edit") && (
            <Link
              to="/w/$wid/campaigns/$id"
              params={{ wid: String(wid), id: String(campaign.id) }}
              search={{ tab: need.tab }}
            >
              {need.verb}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
