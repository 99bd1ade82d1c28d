import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { foundWords } from "#dashboard/rooms/moves/found.ts";
import { MOVES, showMove } from "#dashboard/rooms/moves/queries.ts";
import type { MoveStep } from "#dashboard/rooms/moves/search.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { DropKey } from "./drop-key.tsx";
import { FilesPanel, KeyPanel } from "./source-panels.tsx";

const inWords = (seconds: number): string =>
  seconds < 60
    ? t("about {seconds, plural, one {# second} other {# seconds}}", { seconds })
    : seconds < 5_400
      ? t("about {value, plural, one {# minute} other {# minutes}}", {
          value: Math.ceil(seconds / 60),
        })
      : t("about {value, plural, one {# hour} other {# hours}}", {
          value: Math.ceil(seconds / 3_600),
        });

/** What is read, and from where: a key, files, or both. */
export function ReadStep({ move, next }: { move: Move; next: MoveStep }) {
  const { id, rival, state, has_key, found, trouble } = move;
  const name = RIVAL_NAMES[rival];
  const isReading = state === "reading";
  const isOpen = state !== "ended";
  const lines = foundWords(found);
  const isKeyRefused =
    trouble?.code === "rival_key_refused" || trouble?.code === "rival_scope_missing";
  const again = useMutation({
    mutationFn: () => api.post<Move>(`${MOVES}/${id}/read`),
    onSuccess: showMove,
    onError: (error) => toast(sentenceOf(error)),
  });
  return (
    <>
      {isKeyRefused && <KeyPanel move={move} />}
      {(has_key || isReading || lines.length > 0) && (
        <Panel
          title={isReading ? t("Reading {name}", { name }) : t("What was found")}
          footer={
            move.read_at && (
              <span>
                <Say
                  id={"Read <0/>."}
                  parts={{ 0: <LocalTime at={move.read_at} as="distance" /> }}
                />
              </span>
            )
          }
        >
          <div className="grid gap-4">
            {isReading && <Reading move={move} />}
            {lines.length === 0 ? (
              !isReading && <p className="text-text-2">{t("Nothing was found yet.")}</p>
            ) : (
              <ul className="flex flex-wrap gap-x-6 gap-y-1 text-13" aria-label={t("Found so far")}>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            {found.faults > 0 && (
              <p className="text-13 text-text-2">
                {t(
                  "{faults, plural, one {# row} other {# rows}} could not be read. The preview lists {faults, plural, one {it} other {them}} with the reason.",
                  { faults: found.faults },
                )}
              </p>
            )}
            {!isReading && lines.length > 0 && (
              <span className="flex flex-wrap gap-2">
                <Link
                  to="/admin/moves/$moveId"
                  params={{ moveId: String(id) }}
                  search={{ step: next }}
                  className={buttonClass({ look: "primary" })}
                >
                  {next === "clients" ? t("Choose workspaces") : t("Look at the preview")}
                </Link>
                {has_key && isOpen && state !== "moving" && state !== "checking" && (
                  <Button busy={again.isPending} onClick={() => again.mutate()}>
                    {t("Read {name} again", { name })}
                  </Button>
                )}
                {has_key && isOpen && <DropKey move={move} />}
              </span>
            )}
          </div>
        </Panel>
      )}
      {isOpen && !isReading && state !== "moving" && state !== "checking" && (
        <FilesPanel move={move} />
      )}
      {isOpen && !has_key && !isKeyRefused && <KeyPanel move={move} />}
    </>
  );
}

function Reading({ move: { rival, doing, requests, seconds_left } }: { move: Move }) {
  const name = RIVAL_NAMES[rival];
  return (
    <div className="grid gap-2">
      <p className="text-13 text-text-2" role="status">
        {doing === "" ? t("Asking {name}", { name }) : t("Now: {doing}", { doing })}
        {t(". {requests, plural, one {# request} other {# requests}} so far", { requests })}
        {seconds_left !== null &&
          seconds_left > 0 &&
          t(", {inWords} left", { inWords: inWords(seconds_left) })}
        .
      </p>
      <Note title={t("You can close this page")}>
        {t("It is read at the pace that {name} allows.", { name })}{" "}
        {rival === "instantly" &&
          t(
            "Emails are the longest part: {value} requests a minute, each with up to {value2} emails.",
            { value: count(20), value2: count(100) },
          )}{" "}
        {t("Nothing is stored in a workspace yet.")}
      </Note>
    </div>
  );
}
