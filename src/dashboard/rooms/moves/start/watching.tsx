import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { when } from "#dashboard/lib/time.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { EndMove } from "#dashboard/rooms/moves/end-move.tsx";
import { DropKey } from "#dashboard/rooms/moves/source/drop-key.tsx";
import { FilesPanel, KeyPanel } from "#dashboard/rooms/moves/source/source-panels.tsx";
import { t } from "#dashboard/words/words.ts";

/** "4 Dec at 09:00": what `when` says, after "until". */
const untilWords = (iso: string): string => when(iso).replace(/^(?:on|am) /, "");

/** After the start: who opts out at the other product is still seen, by key or by file. */
export function Watching({ move }: { move: Move }) {
  const { rival, state, has_key, watch_until, next_news_at, ended_at } = move;
  const product = RIVAL_NAMES[rival];
  const until = watch_until === null ? null : untilWords(watch_until);
  if (state === "ended") {
    return (
      <Note
        title={
          ended_at
            ? t("The move is ended, {when}", { when: when(ended_at) })
            : t("The move is ended")
        }
      >
        {t("Its key is deleted. What was moved stays. Opt-outs at {product} are no longer read.", {
          product,
        })}
      </Note>
    );
  }
  const button = <EndMove move={move} />;
  return has_key ? (
    <Panel title={t("Watching {product}", { product })}>
      <div className="grid gap-3">
        <p className="text-text-2">
          {until === null
            ? t(
                "People still click unsubscribe in emails that {product} sent. Outrider reads opt-outs, bounces and the block list there, and suppresses them at once. The key is kept for this alone, then deleted.",
                { product },
              )
            : t(
                "People still click unsubscribe in emails that {product} sent. Outrider reads opt-outs, bounces and the block list there until {until}, and suppresses them at once. The key is kept for this alone, then deleted.",
                { product, until },
              )}
          {next_news_at && " " + t("Next time {when}.", { when: when(next_news_at) })}
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
        title={t("Opt-outs at {product} are not read: there is no key", { product })}
        action={button}
      >
        {until === null
          ? t(
              "Upload unsubscribes and the block list of {product} once a week. A notification reminds you. Or give a key again.",
              { product },
            )
          : t(
              "Upload unsubscribes and the block list of {product} once a week until {until}. A notification reminds you. Or give a key again.",
              { product, until },
            )}
      </Note>
      <FilesPanel move={move} />
      <KeyPanel move={move} />
    </>
  );
}
