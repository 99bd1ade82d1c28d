import { useMutation } from "@tanstack/react-query";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { when } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { MOVES, showMove } from "#dashboard/rooms/moves/queries.ts";
import { DropKey } from "#dashboard/rooms/moves/source/drop-key.tsx";
import { FilesPanel, KeyPanel } from "#dashboard/rooms/moves/source/source-panels.tsx";
import { t } from "#dashboard/words/words.ts";

/** After the start: who opts out at the other product is still seen, by key or by file. */
export function Watching({ move }: { move: Move }) {
  const { id, rival, state, has_key, watch_until, next_news_at, ended_at } = move;
  const name = RIVAL_NAMES[rival];
  const end = useMutation({
    mutationFn: () => api.post<Move>(`${MOVES}/${id}/end`),
    onSuccess: async (ended) => {
      await showMove(ended);
      toast(t("The move is ended. What was moved stays."));
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  if (state === "ended") {
    return (
      <Note title={t("The move is ended{value}", { value: ended_at ? `, ${when(ended_at)}` : "" })}>
        {t("Its key is deleted. What was moved stays. Opt-outs at {name} are no longer read.", {
          name,
        })}
      </Note>
    );
  }
  const askEnd = (): void =>
    void ask({
      title: t("End this move?"),
      text: t(
        "The key is deleted, and {name} is no longer read: people who opt out there can get emails from here. What was moved stays.",
        { name },
      ),
      yes: t("End move"),
    }).then((yes) => yes && end.mutate());
  const button = (
    <Button look="ghost" busy={end.isPending} onClick={askEnd}>
      {t("End this move")}
    </Button>
  );
  return has_key ? (
    <Panel title={t("Watching {name}", { name })}>
      <div className="grid gap-3">
        <p className="text-text-2">
          {t(
            "People still click unsubscribe in emails that {name} sent. Outrider reads opt-outs, bounces and the block list there",
            { name },
          )}
          {watch_until &&
            " " + t("until {value}", { value: when(watch_until).replace(/^on /, "") })}
          {t(", and suppresses them at once. The key is kept for this alone, then deleted.")}
          {next_news_at && " " + t("Next time {nextnewsat}.", { nextnewsat: when(next_news_at) })}
        </p>
        <span className="flex flex-wrap gap-2">
          <DropKey move={move} />
          {button}
        </span>
      </div>
    </Panel>
  ) : (
    <>
      <Note
        tone="warn"
        title={t("Opt-outs at {name} are not read: there is no key", { name })}
        action={button}
      >
        {t("Upload unsubscribes and the block list of {name} once a week", { name })}
        {watch_until && " " + t("until {value}", { value: when(watch_until).replace(/^on /, "") })}
        {t(". A notification reminds you. Or give a key again.")}
      </Note>
      <FilesPanel move={move} />
      <KeyPanel move={move} />
    </>
  );
}
