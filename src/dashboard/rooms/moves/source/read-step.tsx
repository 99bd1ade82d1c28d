import { useMutation } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
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

function paceWords({ requests, seconds_left: seconds }: Move): string {
  if (seconds === null || seconds <= 0) {
    return t("{requests, plural, one {# request} other {# requests}} so far.", { requests });
  }
  if (seconds < 60) {
    return t(
      "{requests, plural, one {# request} other {# requests}} so far, about {seconds, plural, one {# second} other {# seconds}} left.",
      { requests, seconds },
    );
  }
  return seconds < 5_400
    ? t(
        "{requests, plural, one {# request} other {# requests}} so far, about {minutes, plural, one {# minute} other {# minutes}} left.",
        { requests, minutes: Math.ceil(seconds / 60) },
      )
    : t(
        "{requests, plural, one {# request} other {# requests}} so far, about {hours, plural, one {# hour} other {# hours}} left.",
        { requests, hours: Math.ceil(seconds / 3_600) },
      );
}

/** What is read, and from where: a key, files, or both. */
export function ReadStep({ move, next }: { move: Move; next: MoveStep }) {
  const { id, rival, state, has_key, found, trouble } = move;
  const product = RIVAL_NAMES[rival];
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
          title={isReading ? t("Reading {product}", { product }) : t("What was found")}
          footer={
            move.read_at && (
              <span>
                <Say id="Read <0/>." parts={{ 0: <LocalTime at={move.read_at} as="distance" /> }} />
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
                  "{rows, plural, one {# row could not be read. The preview lists it with the reason.} other {# rows could not be read. The preview lists them with the reason.}}",
                  { rows: found.faults },
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
                    {t("Read {product} again", { product })}
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

function Reading({ move }: { move: Move }) {
  const { rival, doing } = move;
  const product = RIVAL_NAMES[rival];
  return (
    <div className="grid gap-2">
      <p className="text-13 text-text-2" role="status">
        {doing === "" ? t("Asking {product}.", { product }) : t("Now: {doing}.", { doing })}{" "}
        {paceWords(move)}
      </p>
      <Note title={t("You can close this page")}>
        {t("It is read at the pace that {product} allows.", { product })}{" "}
        {rival === "instantly" &&
          t(
            "Emails are the longest part: {requests} requests a minute, each with up to {emails} emails.",
            { requests: count(20), emails: count(100) },
          )}{" "}
        {t("Nothing is stored in a workspace yet.")}
      </Note>
    </div>
  );
}
