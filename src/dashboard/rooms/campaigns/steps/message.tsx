import { type ReactNode, useEffect, useState } from "react";
import { counted } from "#dashboard/lib/format.ts";
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
  waiting,
  tools,
  custom,
  live,
}: {
  html: string;
  /** Custom fields of leads, to choose from. */
  custom: readonly string[];
  live: boolean;
  tools: ReactNode;
  disabled: boolean;
  found: readonly string[];
  error: string | null;
  onChange: (html: string) => void;
  waiting: number;
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
  return (
    <Composer
      label="Message"
      value={asHtml ? html : text}
      disabled={disabled}
      found={found}
      isHtml={asHtml}
      tools={tools}
      custom={custom}
      error={error && templateFault(error, html, asHtml ? html : text)}
      hint={
        <>
          {counted(wordCountOf(html), "word")}.{" "}
          {!disabled &&
            `${live ? "Saved changes apply" : "Changes apply"} to leads who have not received this step`}
          {!disabled && waiting > 0 && ` (up to ${waiting})`}
          {!disabled && "."}
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
