import type { Client } from "#modules/operations/contract/admin.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";

type Turned = Pick<Client, "id" | "workspace">;

/** Whether somebody is sure that nothing may leave a client's workspace. */
export const askToPause = ({ workspace: { name } }: Turned): Promise<boolean> =>
  ask({
    title: t("Pause {name}?", { name }),
    text: t(
      "Nothing leaves the workspace: campaigns, replies and warmup wait until you resume it. Tracking goes on and replies are read.",
    ),
    yes: t("Pause client"),
    danger: false,
  });

/** Pauses or resumes a client from anywhere, and says so. */
export async function turnClient(client: Turned, to: "pause" | "resume"): Promise<void> {
  const { name } = client.workspace;
  try {
    await api.post(`/admin/clients/${client.id}/${to}`, to === "pause" ? {} : undefined);
    toast(
      to === "pause"
        ? t("“{name}” is paused. Nothing leaves it.", { name })
        : t("“{name}” is resumed.", { name }),
      () => void turnClient(client, to === "pause" ? "resume" : "pause"),
    );
  } catch (error) {
    toast(sentenceOf(error));
  }
  void queryClient.invalidateQueries({ queryKey: ["admin"] });
}
