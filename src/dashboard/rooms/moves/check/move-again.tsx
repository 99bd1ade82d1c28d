import { useMutation } from "@tanstack/react-query";
import type { Move } from "#modules/moving/contract/moves.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { MOVES, showMove } from "#dashboard/rooms/moves/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** Takes over what has come since: connected mailboxes, decisions, what was read. */
export function MoveAgain({ move: { id } }: { move: Move }) {
  const again = useMutation({
    mutationFn: () => api.post<Move>(`${MOVES}/${id}/move`),
    onSuccess: showMove,
    onError: (error) => toast(sentenceOf(error)),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={again.isPending} onClick={() => again.mutate()}>
        {t("Move what is new")}
      </Button>
      <span className="min-w-0 flex-1 text-13 text-text-2">
        {t(
          "After you connected mailboxes or decided something. It changes nothing else and sends nothing.",
        )}
      </span>
    </div>
  );
}
