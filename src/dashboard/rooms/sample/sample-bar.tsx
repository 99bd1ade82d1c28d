import { useMutation } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import { FlaskConical } from "lucide-react";
import type { Pulse } from "#modules/operations/contract/pulse.ts";
import type { SampleData } from "#modules/samples/contract/samples.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** Above every room while the workspace has sample data: what it is, and how it goes. */
export function SampleBar({ sample }: { sample: NonNullable<Pulse["sample"]> }) {
  const { wid, may } = useWorkspace();
  const navigate = useNavigate();
  const params = { wid: String(wid) };
  const remove = useMutation({
    mutationFn: () => api.delete<SampleData>(`/workspaces/${wid}/sample`),
    onSuccess: async () => {
      // What is open may be gone.
      await navigate({ to: "/w/$wid", params });
      await queryClient.invalidateQueries({ queryKey: ["w", wid] });
      toast(t("The sample data is removed."));
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const isGoing = sample.state === "removing";
  return (
    <section className="banner sample" aria-label={t("Sample data")}>
      <FlaskConical size={16} aria-hidden="true" />
      <span>
        {isGoing
          ? t("The sample data is being removed. This takes up to a minute.")
          : t("You are trying Outrider with sample data. Nothing of it leaves Outrider.")}
      </span>
      {!isGoing && (
        <span className="ml-auto flex flex-wrap gap-2">
          {sample.campaign_id !== null && (
            <Link
              className={buttonClass({})}
              to="/w/$wid/campaigns/$id"
              params={{ ...params, id: String(sample.campaign_id) }}
            >
              {t("Open campaign")}
            </Link>
          )}
          {may("leads.delete") && (
            <Button busy={remove.isPending} onClick={() => remove.mutate()}>
              {t("Remove sample data")}
            </Button>
          )}
        </span>
      )}
    </section>
  );
}
