import { Eye, PencilLine } from "lucide-react";
import type { ThreadPresence } from "#modules/inbox/contract/notes.ts";

type Others = ThreadPresence["others"];

/** The people who answer just now, as a subject and its verb; null for nobody. */
export function whoAnswers(others: Others): string | null {
  const names = others.filter(({ doing }) => doing === "answering").map(({ name }) => name);
  if (names.length === 0) return null;
  return `${listed(names)} ${names.length === 1 ? "is" : "are"} answering`;
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
          {answering} this thread.
        </>
      ) : (
        names.length > 0 && (
          <>
            <Eye size={14} aria-hidden="true" />
            {listed(names)} {names.length === 1 ? "is" : "are"} here too.
          </>
        )
      )}
    </p>
  );
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(names);
