import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { SampleData } from "#modules/samples/contract/samples.ts";
import { api } from "#dashboard/api/client.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Failure } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** For who has no mailbox at hand: nothing is made before the click. */
export function TrySample() {
  const { wid, may } = useWorkspace();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () => api.post<SampleData>(`/workspaces/${wid}/sample`),
    onSuccess: async ({ campaign_id }) => {
      if (campaign_id !== null) {
        await navigate({
          to: "/w/$wid/campaigns/$id",
          params: { wid: String(wid), id: String(campaign_id) },
        });
      }
      await queryClient.invalidateQueries({ queryKey: ["w", wid] });
      toast(t("The sample data is ready. Start the campaign to see it run."));
    },
  });
  if (!may("campaigns.edit") || !may("mailboxes.edit")) return null;
  return (
    <section className="panel" aria-label={t("Try it out")}>
      <div className="body flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-80 text-13 text-text-2">
          {t(
            "No mailbox at hand? This makes a sandbox mailbox, 20 sample leads and a draft campaign. Its emails never leave Outrider, and one click removes everything.",
          )}
        </p>
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          {t("Try with sample data")}
        </Button>
      </div>
      {make.error && <Failure what={t("The sample data could not be made.")} error={make.error} />}
    </section>
  );
}
