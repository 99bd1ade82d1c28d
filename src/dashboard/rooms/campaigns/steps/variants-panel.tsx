import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { CampaignStats } from "#modules/campaigns/contract/stats.ts";
import { count, percent, words } from "#dashboard/lib/format.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import {
  type ArmCount,
  type ArmsCompared,
  compareArms,
  LEAST_MAILS,
  shareRange,
} from "#modules/campaigns/rules/compare-arms.ts";
import { variantName } from "#dashboard/rooms/campaigns/leads/explain-dialog.tsx";

type Arm = CampaignStats["by_variant"][number];

/** What an arm can be better at. */
const AIMS = {
  opened: { counter: "unique_opens", noun: "opens" },
  clicked: { counter: "unique_clicks", noun: "clicks" },
  replied: { counter: "unique_replies", noun: "replies" },
} as const;
type Aim = keyof typeof AIMS;

/** Each step with more than one text: how they do, and whether the difference is more than chance. */
export function VariantsPanels({
  stats,
  campaign,
  show,
}: {
  stats: CampaignStats;
  campaign: CampaignDetail;
  /** The figure that the page shows; replies decide where it is none of an arm's. */
  show: string;
}) {
  const aim: Aim = show in AIMS ? (show as Aim) : "replied";
  const steps = Map.groupBy(stats.by_variant, (arm) => arm.step_id);
  return [...steps]
    .filter(([, arms]) => arms.length > 1)
    .map(([stepId, arms]) => (
      <VariantsPanel
        key={stepId}
        arms={arms.toSorted((a, b) => (variantName(a.variant) < variantName(b.variant) ? -1 : 1))}
        aim={aim}
        step={campaign.steps.find(({ id }) => id === stepId)}
      />
    ));
}

function VariantsPanel({
  arms,
  aim,
  step,
}: {
  arms: readonly Arm[];
  aim: Aim;
  step: CampaignDetail["steps"][number] | undefined;
}) {
  const title = step ? `Variants of step ${step.position}` : "Variants of a deleted step";
  const found = compareArms(arms.map((arm) => countOf(arm, aim)));
  return (
    <Panel
      title={title}
      flush
      footer="Each lead is randomly assigned one variant. Machine opens, machine clicks and auto-replies do not count. The range below each rate is its 95% confidence interval."
    >
      <p className="border-b border-line px-4 py-3" role="status">
        {verdictOf(found, aim)}
      </p>
      <Scroll label={title}>
        <table className="tbl">
          <TableHead
            columns={[
              "Variant",
              ["Delivered", "num"],
              ["Opened", "num"],
              ["Clicked", "num"],
              ["Replied", "num"],
              ["Meetings", "num"],
              ["Unsubscribed", "num"],
            ]}
          />
          <tbody>
            {arms.map((arm) => (
              <tr key={arm.variant}>
                <td>
                  <b className="font-medium">{words(variantName(arm.variant))}</b>
                  <span className="block max-w-72 truncate text-12 text-text-3 max-wide:hidden">
                    {subjectOf(step, arm.variant)}
                  </span>
                </td>
                <td className="num">{count(arm.delivered)}</td>
                <Share of={countOf(arm, "opened")} />
                <Share of={countOf(arm, "clicked")} />
                <Share of={countOf(arm, "replied")} />
                <td className="num">{count(arm.meetings_booked)}</td>
                <td className="num">{count(arm.unsubscribes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

/** A rate and its confidence interval. */
function Share({ of }: { of: ArmCount }) {
  const range = shareRange(of);
  return (
    <td className="num" title={`${count(of.hits)} of ${count(of.of)} delivered emails`}>
      {percent(of.of === 0 ? null : of.hits / of.of)}
      {range && (
        <span className="block text-12 text-text-3">
          {whole(range.low)} to {percent(range.high, 0)}
        </span>
      )}
    </td>
  );
}

const whole = (share: number): string => String(Math.round(share * 100));

const countOf = (arm: Arm, aim: Aim): ArmCount => ({
  label: arm.variant,
  hits: Math.min(arm[AIMS[aim].counter], arm.delivered),
  of: arm.delivered,
});

function subjectOf(step: CampaignDetail["steps"][number] | undefined, label: string): string {
  if (!step) return "";
  const own = step.variants.find((arm) => arm.label === label)?.subject.trim();
  return own || step.subject;
}

/** What the figures prove. */
function verdictOf(found: ArmsCompared, aim: Aim): string {
  const { noun } = AIMS[aim];
  switch (found.verdict) {
    case "few_mails":
      return `Not enough data yet: ${variantName(found.least.label)} has ${count(found.least.of)} of ${count(LEAST_MAILS)} emails needed.`;
    case "few_hits":
      return `Not enough ${noun} yet to compare the variants.`;
    case "better":
      return `${words(variantName(found.best.label))} gets more ${noun}: ${sharesOf(found)}. A difference this large happens by chance in ${oddsOf(found.chance)} tests.`;
    case "unclear":
      return found.best.hits * found.next.of === found.next.hits * found.best.of
        ? `No difference in ${noun}: ${sharesOf(found)}.`
        : `No significant difference in ${noun}: ${sharesOf(found)}. A difference this large happens by chance in ${oddsOf(found.chance)} tests.`;
  }
}

const sharesOf = ({ best, next }: { best: ArmCount; next: ArmCount }): string =>
  `${percent(best.hits / best.of)} with ${variantName(best.label)}, ${percent(next.hits / next.of)} with ${variantName(next.label)}`;

function oddsOf(chance: number): string {
  if (chance >= 0.35) return `${count(Math.round(chance * 10))} of 10`;
  return `1 of ${chance < 0.001 ? "more than 1,000" : count(Math.round(1 / chance))}`;
}
