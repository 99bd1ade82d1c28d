import type { ReactNode } from "react";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";
import { accessWords, type Limits, scopeWords } from "./limits.ts";

/** What both kinds of keys show. */
type Shown = Limits & {
  readonly name: string;
  readonly prefix: string;
  readonly last_four: string;
  readonly status: "active" | "stopped" | "flagged" | "expired";
  readonly last_used_at: string | null;
};

/** One key in its table: what it is, what limits it, when it was used, and what can be done. */
export function KeyRow({
  shown,
  whose,
  problem,
  adoptText,
  onAdopt,
  onRevoke,
}: {
  shown: Shown;
  /** Its role, or its workspaces. */
  whose: ReactNode;
  /** Why it stopped, or soon may. */
  problem: string | null;
  adoptText: string;
  /** Null: the reader may not. */
  onAdopt: (() => void) | null;
  onRevoke: (() => void) | null;
}) {
  const { name, status } = shown;
  const confirm = (act: () => void, title: string, text: string, yes: string): void =>
    void ask({ title, text, yes }).then((agreed) => {
      if (agreed) act();
    });
  return (
    <tr>
      <td>
        <span className="font-medium">{name}</span>
        {problem && <span className="block text-warn">{problem}</span>}
      </td>
      <td className="mono text-text-3">
        {shown.prefix}…{shown.last_four}
      </td>
      <td className="full text-text-2">
        {whose}
        <Access shown={shown} />
      </td>
      <td className="full text-text-3">
        <Bounds shown={shown} />
      </td>
      <td className="text-text-3">
        {shown.last_used_at ? <LocalTime at={shown.last_used_at} /> : t("Never used")}
      </td>
      <td className="full text-right">
        <span className="inline-flex gap-2">
          {onAdopt && (status === "stopped" || status === "flagged") && (
            <Button
              size="small"
              onClick={() =>
                confirm(onAdopt, t("Adopt “{name}”?", { name }), adoptText, t("Adopt key"))
              }
            >
              {t("Adopt")}
            </Button>
          )}
          {onRevoke && (
            <Button
              size="small"
              look="danger"
              onClick={() =>
                confirm(
                  onRevoke,
                  t("Revoke “{name}”?", { name }),
                  t("Programs that use it lose access immediately."),
                  t("Revoke key"),
                )
              }
            >
              {t("Revoke")}
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

/** The preset or the number of scopes; what they allow unfolds. */
function Access({ shown }: { shown: Shown }) {
  const { scopes } = shown;
  if (scopes === null) return <span className="block">{accessWords(shown)}</span>;
  return (
    <details className="fold">
      <summary>{accessWords(shown)}</summary>
      <ul className="grid gap-1 py-1">
        {scopes.map((scope) => (
          <li key={scope}>{scopeWords(scope)}</li>
        ))}
      </ul>
    </details>
  );
}

/** As many ranges are shown; the others unfold. */
const SHOWN_RANGES = 2;

function Bounds({ shown: { expires_at: at, allow_cidrs: ranges, status } }: { shown: Shown }) {
  if (at === null && ranges.length === 0) return t("No limits");
  return (
    <>
      {at !== null && (
        <span className="block">
          {status === "expired" ? (
            <Say id="Expired <0/>" parts={{ 0: <LocalTime at={at} /> }} />
          ) : (
            <Say id="Expires <0/>" parts={{ 0: <LocalTime at={at} /> }} />
          )}
        </span>
      )}
      {ranges.length > 0 && ranges.length <= SHOWN_RANGES && <Ranges ranges={ranges} />}
      {ranges.length > SHOWN_RANGES && (
        <details className="fold">
          <summary>{t("From {ranges} address ranges", { ranges: ranges.length })}</summary>
          <Ranges ranges={ranges} />
        </details>
      )}
    </>
  );
}

const Ranges = ({ ranges }: { ranges: readonly string[] }) => (
  <ul className="mono">
    {ranges.map((range) => (
      <li key={range}>{range}</li>
    ))}
  </ul>
);
