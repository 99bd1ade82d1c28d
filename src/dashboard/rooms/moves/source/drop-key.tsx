import { useMutation } from "@tanstack/react-query";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { MOVES, moveChanged } from "#dashboard/rooms/moves/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** Deletes the key, and says before what is lost with it. */
export function DropKey({ move: { id, rival, state } }: { move: Move }) {
  const product = RIVAL_NAMES[rival];
  const drop = useMutation({
    mutationFn: () => api.delete(`${MOVES}/${id}/key`),
    onSuccess: async () => {
      await moveChanged(id);
      toast(t("The key of {product} is deleted.", { product }));
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const isStarted = state === "started";
  const askDrop = (): void =>
    void ask({
      title: t("Drop the key of {product}?", { product }),
      text: isStarted
        ? t(
            "Outrider then no longer sees who unsubscribes, bounces or is blocked at {product}, and could write to them. A notification asks you each week for the file instead. What was moved stays.",
            { product },
          )
        : t(
            "{product} can then not be read again, and nobody checks there whether a campaign is stopped before it starts here. Opt-outs there are not seen. What was read stays.",
            { product },
          ),
      yes: t("Drop the key"),
      no: t("Keep it"),
    }).then((yes) => yes && drop.mutate());
  return (
    <Button className="justify-self-start" busy={drop.isPending} onClick={askDrop}>
      {t("Drop the key")}
    </Button>
  );
}
