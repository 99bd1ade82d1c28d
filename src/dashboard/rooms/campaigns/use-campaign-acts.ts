import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CampaignDetail, StartWarning } from "#modules/campaigns/contract/campaigns.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { count } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { type Need, needsOf } from "./needs.ts";
import {
  campaignChanged,
  campaignQuery,
  postDuplicate,
  postPause,
  postStart,
  removeCampaign,
} from "./queries.ts";
import type { Tab } from "./search.ts";

/** Warnings of a start that `Needs` draws. */
const ALREADY_SHOWN: readonly string[] = [
  "no_steps",
  "no_subject",
  "no_mailboxes",
  "all_mailboxes_unhealthy",
  "no_leads",
];

/** Starts, pauses, copies and deletes a campaign; what failed is told until it is forgotten. */
export function useCampaignActs(campaign: CampaignDetail) {
  const { wid } = useWorkspace();
  const { id, name } = campaign;
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ what: string; error: unknown } | null>(null);
  const [warnings, setWarnings] = useState<readonly StartWarning[]>([]);

  const act = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure({ what, error });
    } finally {
      setBusy(false);
    }
  };
  const start = async (): Promise<void> => {
    const [missing, ...others] = await missingNow();
    if (missing) {
      const anyway = await ask({
        title: `Start “${name}” all the same?`,
        text: `${[missing, ...others].map(({ without }) => without).join(" ")} Nothing goes out until that changes.`,
        yes: "Start anyway",
        no: missing.verb,
        danger: false,
      });
      if (!anyway) return openTab(missing.tab);
    }
    await act("It was not started.", async () => {
      const answer = await postStart(wid, id);
      // What is missing stands on the page anyway, and goes away once it is there.
      setWarnings(answer.warnings.filter(({ code }) => !ALREADY_SHOWN.includes(code)));
      toast(`“${name}” is active.`, () => void pause());
    });
  };
  /** What is still missing, also when it came by another road than this page. */
  const missingNow = async (): Promise<readonly Need[]> => {
    const lacks = (now: CampaignDetail) => needsOf(now).filter(({ done }) => !done);
    if (lacks(campaign).length === 0) return [];
    const query = { ...campaignQuery(wid, id), staleTime: 0 };
    return lacks(await queryClient.fetchQuery(query).catch(() => campaign));
  };
  const openTab = (next: Tab): void =>
    void navigate({
      to: "/w/$wid/campaigns/$id",
      params: { wid: String(wid), id: String(id) },
      search: { tab: next },
    });
  const pause = (): Promise<void> =>
    act("It was not paused.", async () => {
      await postPause(wid, id);
      setWarnings([]);
      toast(`“${name}” is paused. What waits stays as it is.`, () => void start());
    });
  const remove = async (): Promise<void> => {
    const sure = await ask({
      title: `Delete “${name}”?`,
      text: `${count(campaign.stats.sent)} sent mails stay in the inbox and in the report. ${campaign.steps.length} steps and their statistics are gone for good.`,
      yes: "Delete campaign",
      no: "Keep it",
    });
    if (!sure) return;
    await act("It was not deleted.", async () => {
      await removeCampaign(wid, id);
      campaignChanged(wid, id);
      await navigate({ to: "/w/$wid/campaigns", params: { wid: String(wid) } });
      toast(`“${name}” is deleted.`);
    });
  };
  const copy = (): Promise<void> =>
    act("It was not copied.", async () => {
      const made = await postDuplicate(wid, id);
      campaignChanged(wid, made.id);
      await navigate({
        to: "/w/$wid/campaigns/$id",
        params: { wid: String(wid), id: String(made.id) },
      });
      toast(`“${made.name}” is a draft with the same steps, without leads.`);
    });
  return { busy, failure, forget: () => setFailure(null), warnings, start, pause, remove, copy };
}
