import { Bold, Eye, Image, Italic, Link, List } from "lucide-react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { flushSync } from "react-dom";
import { Button } from "#dashboard/parts/button.tsx";
import { t } from "#dashboard/words/words.ts";
import { type Edit, linked, asList, wrapped } from "./marks.ts";

type Change = (text: string, from: number, to: number) => Edit;
/** What each button does to a text. */
export type Changes = Readonly<Record<"bold" | "italic" | "list" | "link" | "picture", Change>>;

/** As a text has marks. */
const MARKS: Changes = {
  bold: (text, from, to) => wrapped(text, from, to, "**", t("bold")),
  italic: (text, from, to) => wrapped(text, from, to, "*", t("italic")),
  list: (text, from, to) => asList(text, from, to),
  link: (text, from, to) => linked(text, from, to, false),
  picture: (text, from, to) => linked(text, from, to, true),
};

const BUTTONS = [
  [t("Bold"), t("Ctrl B"), Bold, "bold"],
  [t("Italic"), t("Ctrl I"), Italic, "italic"],
  [t("List"), null, List, "list"],
  [t("Link"), t("Ctrl K"), Link, "link"],
  [t("Picture by its address"), null, Image, "picture"],
] as const satisfies readonly (readonly [string, string | null, typeof Bold, keyof Changes])[];

const KEYS: Readonly<Record<string, keyof Changes>> = { b: "bold", i: "italic", k: "link" };

/** Changes what is selected in the field. */
export function useMarks(
  field: RefObject<HTMLTextAreaElement | null>,
  setText: (text: string) => void,
  changes: Changes = MARKS,
) {
  const apply = (name: keyof Changes): void => {
    const box = field.current;
    if (!box) return;
    const edit = changes[name](box.value, box.selectionStart, box.selectionEnd);
    // At once, so that the next key meets the selection.
    flushSync(() => setText(edit.text));
    box.focus();
    box.setSelectionRange(edit.from, edit.to);
  };
  /** Whether the key was one of these. */
  const onKey = (event: KeyboardEvent): boolean => {
    const name = event.ctrlKey || event.metaKey ? KEYS[event.key.toLowerCase()] : undefined;
    if (!name || event.altKey || event.shiftKey) return false;
    event.preventDefault();
    apply(name);
    return true;
  };
  return { apply, onKey };
}

type Applied = { onApply: (name: keyof Changes) => void };

/** A button for each change. */
export const FormatButtons = ({
  onApply,
  disabled = false,
}: Applied & { disabled?: boolean }): ReactNode =>
  BUTTONS.map(([name, keys, Glyph, change]) => (
    <Button
      key={name}
      look="ghost"
      size="small"
      icon
      aria-label={name}
      title={keys === null ? name : `${name} (${keys})`}
      disabled={disabled}
      onClick={() => onApply(change)}
    >
      <Glyph size={16} aria-hidden="true" />
    </Button>
  ));

/** The buttons above the field. */
export function Toolbar({
  onApply,
  preview,
  onPreview,
}: Applied & {
  preview: boolean;
  onPreview: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-1" role="toolbar" aria-label={t("Formatting")}>
      <FormatButtons onApply={onApply} disabled={preview} />
      <Button
        look="ghost"
        size="small"
        icon
        aria-label={t("Preview")}
        aria-pressed={preview}
        title={t("Preview")}
        onClick={onPreview}
      >
        <Eye size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
