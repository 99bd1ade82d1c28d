import { Eye, PencilLine } from "lucide-react";
import type { ThreadPresence } from "#modules/inbox/contract/notes.ts";
import { joinWords, t } from "#dashboard/words/words.ts";

type Others = ThreadPresence["others"];

/** A sentence, without its full stop, on the people who answer just now; null for nobody. */
export function whoAnswers(others: Others): string | null {
  const names = others.filter(({ doing }) => doing === "answering").map(({ name }) => name);
  if (names.length === 0) return null;
  return t(
    "{n, plural, one {{people} is answering this thread} other {{people} are answering this thread}}",
    {
      people: joinWords(names),
      n: names.length,
    },
  );
}

/** Says who else has the thread open. */
export function OthersHere({ others }: { others: Others }) {
  const answering = whoAnswers(others);
  const names = others.map(({ name }) => name);
  return (
    <p
      role="status"
      className={`flex items-center gap-2 text-12 ${answering ? "text-warn" : "text-text-3"}`}
    >
      {answering ? (
        <>
          <PencilLine size={14} aria-hidden="true" />
          {`${answering}.`}
        </>
      ) : (
        names.length > 0 && (
          <>
            <Eye size={14} aria-hidden="true" />
            {t("{n, plural, one {{people} is here too.} other {{people} are here too.}}", {
              people: joinWords(names),
              n: names.length,
            })}
          </>
        )
      )}
    </p>
  );
}
