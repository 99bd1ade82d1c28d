import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import type { StepStore } from "#dashboard/rooms/campaigns/publishing/step-store.ts";
import { NEW_EMAIL, reloadCampaign, stepPath } from "#dashboard/rooms/campaigns/queries.ts";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** What people do with the steps of a campaign; a new one is chosen at once. */
export function useStepActs(
  campaign: CampaignDetail,
  store: StepStore,
  choose: (step: number) => void,
) {
  const { wid } = useWorkspace();
  const saving = useSaving();
  const { id, steps } = campaign;
  const make = (body: Parameters<StepStore["add"]>[0]): Promise<boolean> =>
    saving.run(async () => choose((await store.add(body)).id));
  const add = (): Promise<boolean> =>
    make({
      delay: steps.length === 0 ? 0 : 3,
      delay_unit: "days",
      ...NEW_EMAIL,
    });
  const addTask = (): Promise<boolean> =>
    make({
      type: "task",
      delay: steps.length === 0 ? 0 : 1,
      delay_unit: "days",
      task: { kind: "call", text: t("Call {firstName}", { firstName: "{{ first_name }}" }) },
    });
  const addFrom = (template: number): Promise<boolean> => make({ template_id: template });
  const move = (step: Step, by: -1 | 1): Promise<boolean> =>
    saving.run(async () => {
      const ids = steps.map((one) => one.id);
      const at = ids.indexOf(step.id);
      const other = ids[at + by];
      if (other === undefined) return;
      [ids[at], ids[at + by]] = [other, step.id];
      await store.order(ids);
    });
  const remove = async (step: Step): Promise<void> => {
    if (!store.isDraft) {
      return deleteLater({
        key: `step:${step.id}`,
        path: stepPath(wid, id, step.id),
        text: t("Step {position} deleted.", { position: step.position }),
        done: () => reloadCampaign(wid, id),
      });
    }
    await saving.run(() => store.remove(step.id));
  };
  return { saving, add, addTask, addFrom, move, remove };
}
