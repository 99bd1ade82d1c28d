import { Eye, PencilLine } from "lucide-react";
import type { ThreadPresence } from "#modules/inbox/contract/notes.ts";
import { t } from "#dashboard/words/words.ts";

type Others = ThreadPresence["others"];

/** The people who answer just now, as a subject and its verb; null for nobody. */
export function whoAnswers(others: Others): string | null {
  const names = others.filter(({ doing }) => doing === "answering").map(({ name }) => name);
  if (names.length === 0) return null;
  return t("{listed} {names, plural, one {is} other {are}} answering", {
    listed: listed(names),
    names: names.length,
  });
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
          {t("{answering} this thread.", { answering })}
        </>
      ) : (
        names.length > 0 && (
          <>
            <Eye size={14} aria-hidden="true" />
            {listed(names)}{" "}
            {t("{names, plural, one {is} other {are}} here too.", { names: names.length })}
          </>
        )
      )}
    </p>
  );
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(names);
