import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import { percent } from "#dashboard/lib/format.ts";
import { Charted } from "#dashboard/parts/charted.tsx";
import { Funnel, type Stage } from "#dashboard/parts/funnel.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { t } from "#dashboard/words/words.ts";

type Counted = Pick<
  CampaignStats,
  | "delivered"
  | "contacted"
  | "unique_opens"
  | "unique_clicks"
  | "unique_replies"
  | "positive_replies"
  | "meetings_booked"
>;

/** From the first email to the meeting: of the whole campaign, or of one step. */
export function FunnelPanel({
  campaign,
  stats,
}: {
  campaign: CampaignDetail;
  stats: CampaignStats;
}) {
  const [chosen, setChosen] = useState("");
  const step = stats.by_step.find(({ step_id: id }) => String(id) === chosen);
  const stages = stagesOf(step ?? stats, campaign, step !== undefined);
  const name = step
    ? step.position === null
      ? t("Funnel of Deleted step")
      : t("Funnel of Step {position}", { position: step.position })
    : t("Funnel of the campaign");
  const first = stages[0]?.value ?? 0;
  return (
    <Panel
      title={t("Funnel")}
      flush
      aside={
        stats.by_step.length > 1 && (
          <select
            className="in ml-auto w-auto"
            aria-label={t("Funnel of")}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{t("All steps")}</option>
            {stats.by_step.map(({ step_id: id, position }) => (
              <option key={id} value={id}>
                {nameOf(position)}
              </option>
            ))}
          </select>
        )
      }
    >
      <Charted
        name={name}
        columns={[t("Stage"), step ? t("Emails") : t("People"), t("Of the first")]}
        rows={stages.map(({ name: stage, value, missing }) => [
          stage,
          missing ?? value,
          missing ? "" : percent(first > 0 ? value / first : null),
        ])}
        legend={<span>{t("Opens and clicks of machines are left out.")}</span>}
      >
        <Funnel label={name} stages={stages} />
      </Charted>
    </Panel>
  );
}

const nameOf = (position: number | null): string =>
  position === null ? t("Deleted step") : t("Step {position}", { position });

function stagesOf(counted: Counted, campaign: CampaignDetail, isStep: boolean): Stage[] {
  // What was opened before tracking was turned off is still a figure.
  const unless = (isTracked: boolean, value: number) =>
    isTracked || value > 0 ? {} : { missing: t("Not tracked") };
  return [
    isStep
      ? { name: t("Delivered"), value: counted.delivered }
      : { name: t("Contacted"), value: counted.contacted },
    {
      name: t("Opened"),
      value: counted.unique_opens,
      ...unless(campaign.track_opens, counted.unique_opens),
    },
    {
      name: t("Clicked"),
      value: counted.unique_clicks,
      ...unless(campaign.track_clicks, counted.unique_clicks),
    },
    { name: t("Replied"), value: counted.unique_replies },
    { name: t("Positive replies"), value: counted.positive_replies },
    { name: t("Meetings booked"), value: counted.meetings_booked },
  ];
}
