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
      footer="By chance each lead gets one variant for good, so the groups are alike. Counted are delivered mails, people's opens and clicks, and first answers that a person wrote; below each share stands where it truly lies in 95 of 100 such cases."
    >
      <p className="border-b border-line px-4 py-3" role="status">
        {toldOf(found, aim)}
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
              ["Booked", "num"],
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

/** A share and where it truly may lie. */
function Share({ of }: { of: ArmCount }) {
  const range = shareRange(of);
  return (
    <td className="num" title={`${count(of.hits)} of ${count(of.of)} delivered mails`}>
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

/** What can be said, and no more. */
function toldOf(found: ArmsCompared, aim: Aim): string {
  const { noun } = AIMS[aim];
  switch (found.verdict) {
    case "few_mails":
      return `Not enough mails yet to tell: ${variantName(found.least.label)} has had ${count(found.least.of)} of the ${count(LEAST_MAILS)} that each one needs.`;
    case "few_hits":
      return `Not enough ${noun} yet to tell one from the other.`;
    case "better":
      return `${words(variantName(found.best.label))} gets more ${noun}: ${sharesOf(found)}. Chance alone sets variants so far apart in ${oddsOf(found.chance)} tests.`;
    case "unclear":
      return found.best.hits * found.next.of === found.next.hits * found.best.of
        ? `The variants get as many ${noun}: ${sharesOf(found)}.`
        : `No difference in ${noun} that chance would not make as well: ${sharesOf(found)}, as in ${oddsOf(found.chance)} tests of equal texts.`;
  }
}

const sharesOf = ({ best, next }: { best: ArmCount; next: ArmCount }): string =>
  `${percent(best.hits / best.of)} with ${variantName(best.label)}, ${percent(next.hits / next.of)} with ${variantName(next.label)}`;

function oddsOf(chance: number): string {
  if (chance >= 0.35) return `${count(Math.round(chance * 10))} of 10`;
  return `1 of ${chance < 0.001 ? "more than 1,000" : count(Math.round(1 / chance))}`;
}
