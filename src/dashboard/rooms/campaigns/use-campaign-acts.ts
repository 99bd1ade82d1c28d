import { useNavigate } from "#dashboard/routing/use-place.ts";
import { useState } from "react";
import type { CampaignDetail, StartWarning } from "#modules/campaigns/contract/campaigns.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
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

/** Starts, pauses, copies and deletes a campaign; a failure is shown until it is dismissed. */
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
        title: t("Start “{name}” anyway?", { name }),
        text: [
          ...[missing, ...others].map(({ without }) => without),
          t("Nothing is sent until this is fixed."),
        ].join(" "),
        yes: t("Start anyway"),
        no: missing.verb,
        danger: false,
      });
      if (!anyway) return openTab(missing.tab);
    }
    await startReviewed();
  };
  /** Without asking again: everything was shown. */
  const startReviewed = (): Promise<void> =>
    act(t("The campaign could not be started."), async () => {
      const answer = await postStart(wid, id);
      // The page lists what is missing anyway, and updates itself.
      setWarnings(answer.warnings.filter(({ code }) => !ALREADY_SHOWN.includes(code)));
      toast(t("“{name}” is active.", { name }), () => void pause());
    });
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
    act(t("The campaign could not be paused."), async () => {
      await postPause(wid, id);
      setWarnings([]);
      toast(t("“{name}” is paused. Leads keep their place.", { name }), () => void start());
    });
  const remove = async (): Promise<void> => {
    const sure = await ask({
      title: t("Delete “{name}”?", { name }),
      text: t(
        "The inbox and the report keep {sent, plural, one {# sent email} other {# sent emails}}. {steps, plural, one {# step} other {# steps}} and the statistics are deleted permanently.",
        { sent: campaign.stats.sent, steps: campaign.steps.length },
      ),
      yes: t("Delete campaign"),
      no: t("Cancel"),
    });
    if (!sure) return;
    await act(t("The campaign could not be deleted."), async () => {
      await removeCampaign(wid, id);
      campaignChanged(wid, id);
      await navigate({ to: "/w/$wid/campaigns", params: { wid: String(wid) } });
      toast(t("“{name}” deleted.", { name }));
    });
  };
  const copy = (): Promise<void> =>
    act(t("The campaign could not be duplicated."), async () => {
      const made = await postDuplicate(wid, id);
      campaignChanged(wid, made.id);
      await navigate({
        to: "/w/$wid/campaigns/$id",
        params: { wid: String(wid), id: String(made.id) },
      });
      toast(
        t("“{name}” created as a draft with the same steps and no leads.", { name: made.name }),
      );
    });
  return {
    busy,
    failure,
    forget: () => setFailure(null),
    warnings,
    start,
    startReviewed,
    pause,
    remove,
    copy,
  };
}
