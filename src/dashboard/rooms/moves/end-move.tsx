import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { MOVES, showMove } from "./queries.ts";

/** Ends a move, whatever it is at: also one that began with the wrong key. */
export function EndMove({ move: { id, rival } }: { move: Pick<Move, "id" | "rival"> }) {
  const product = RIVAL_NAMES[rival];
  const navigate = useNavigate();
  const end = useMutation({
    mutationFn: () => api.post<Move>(`${MOVES}/${id}/end`),
    onSuccess: async (ended) => {
      await showMove(ended);
      // Whatever step was looked at: what is over stands at the last one.
      await navigate({ to: "/admin/moves/$moveId", params: { moveId: String(id) }, search: {} });
      toast(t("The move is ended. What was moved stays."));
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const askEnd = (): void =>
    void ask({
      title: t("End this move?"),
      text: t(
        "The key is deleted, and {product} is no longer read: people who opt out there can get emails from here. What was moved stays.",
        { product },
      ),
      yes: t("End move"),
    }).then((yes) => yes && end.mutate());
  return (
    <Button look="ghost" busy={end.isPending} onClick={askEnd}>
      {t("End this move")}
    </Button>
  );
}
