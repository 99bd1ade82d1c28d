import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import {
  campaignChanged,
  NEW_EMAIL,
  postStep,
  postStepOrder,
  reloadCampaign,
  removeStep,
  stepPath,
} from "#dashboard/rooms/campaigns/queries.ts";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";

/** What people do with the steps of a campaign; a new one is chosen at once. */
export function useStepActs(campaign: CampaignDetail, choose: (step: number) => void) {
  const { wid } = useWorkspace();
  const saving = useSaving();
  const { id, steps } = campaign;
  const add = (): Promise<boolean> =>
    saving.run(async () => {
      const made = await postStep(wid, id, {
        delay: steps.length === 0 ? 0 : 3,
        delay_unit: "days",
        ...NEW_EMAIL,
      });
      campaignChanged(wid, id);
      choose(made.id);
    });
  const addTask = (): Promise<boolean> =>
    saving.run(async () => {
      const made = await postStep(wid, id, {
        type: "task",
        delay: steps.length === 0 ? 0 : 1,
        delay_unit: "days",
        task: { kind: "call", text: "Call {{ first_name }}" },
      });
      campaignChanged(wid, id);
      choose(made.id);
    });
  const addFrom = (template: number): Promise<boolean> =>
    saving.run(async () => {
      const made = await postStep(wid, id, { template_id: template });
      campaignChanged(wid, id);
      choose(made.id);
    });
  const move = (step: Step, by: -1 | 1): Promise<boolean> =>
    saving.run(async () => {
      const ids = steps.map((one) => one.id);
      const at = ids.indexOf(step.id);
      const other = ids[at + by];
      if (other === undefined) return;
      [ids[at], ids[at + by]] = [other, step.id];
      await postStepOrder(wid, id, ids);
      campaignChanged(wid, id);
    });
  const remove = async (step: Step): Promise<void> => {
    if (campaign.status !== "active") {
      return deleteLater({
        key: `step:${step.id}`,
        path: stepPath(wid, id, step.id),
        text: `Step ${step.position} deleted.`,
        done: () => reloadCampaign(wid, id),
      });
    }
    // A mail of it might leave before a deletion that waits.
    const sure = await ask({
      title: `Delete step ${step.position}?`,
      text: "Emails already sent stay in the inbox. Leads waiting for this step continue with the next one.",
      yes: "Delete step",
      no: "Cancel",
    });
    if (!sure) return;
    await saving.run(async () => {
      await removeStep(wid, id, step.id);
      campaignChanged(wid, id);
    });
  };
  return { saving, add, addTask, addFrom, move, remove };
}
