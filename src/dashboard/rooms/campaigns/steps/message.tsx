import { type ReactNode, useEffect, useState } from "react";
import type { Snippet } from "#dashboard/rooms/templates/snippet-button.tsx";
import { t } from "#dashboard/words/words.ts";
import { Composer } from "./composer.tsx";
import { htmlOf, typedTextOf, wordCountOf } from "./mail-text.ts";
import { templateFault } from "./template-fault.ts";

/** The message, typed as text where its HTML is no more than that. */
export function StepMessage({
  html,
  disabled,
  found,
  error,
  onChange,
  note,
  tools,
  custom,
}: {
  html: string;
  /** Custom fields of leads, to choose from. */
  custom: readonly string[];
  /** What to know of a change, below the field. */
  note: string;
  tools: ReactNode;
  disabled: boolean;
  found: readonly string[];
  error: string | null;
  onChange: (html: string) => void;
}) {
  const [asHtml, setAsHtml] = useState(() => typedTextOf(html) === null);
  const [text, setText] = useState(() => typedTextOf(html) ?? "");
  const [own, setOwn] = useState(html);
  // Changed from outside: by somebody else, or by deciding a conflict.
  useEffect(() => {
    if (html === own) return;
    setOwn(html);
    const typed = typedTextOf(html);
    if (typed === null) setAsHtml(true);
    else setText(typed);
  }, [html, own]);
  const tell = (next: string): void => {
    setOwn(next);
    onChange(next);
  };
  const typed = asHtml ? typedTextOf(html) : text;
  /** The snippet as it is inserted here; null where it came as HTML, which is more than typed text. */
  const insertable = (snippet: Snippet): string | null => {
    if (asHtml) return snippet.body_html || htmlOf(snippet.body_text);
    const own = snippet.body_text.trim() || typedTextOf(snippet.body_html);
    if (own !== null) return own;
    setAsHtml(true);
    tell([html, snippet.body_html].filter(Boolean).join("\n"));
    return null;
  };
  return (
    <Composer
      label={t("Message")}
      value={asHtml ? html : text}
      disabled={disabled}
      found={found}
      isHtml={asHtml}
      tools={tools}
      insertable={insertable}
      custom={custom}
      error={error && templateFault(error, html, asHtml ? html : text)}
      hint={
        <>
          {t("{words, plural, one {# word.} other {# words.}}", { words: wordCountOf(html) })}{" "}
          {note}
        </>
      }
      onHtml={
        asHtml && typed === null
          ? null
          : () => {
              if (asHtml) setText(typed ?? "");
              setAsHtml(!asHtml);
            }
      }
      onChange={(value) => {
        if (!asHtml) setText(value);
        tell(asHtml ? value : htmlOf(value));
      }}
    />
  );
}
