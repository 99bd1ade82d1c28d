import { Bold, Eye, Image, Italic, Link, List } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";
import { flushSync } from "react-dom";
import { Button } from "#dashboard/parts/button.tsx";
import { type Edit, linked, asList, wrapped } from "./marks.ts";

type Change = (text: string, from: number, to: number) => Edit;

const bold: Change = (text, from, to) => wrapped(text, from, to, "**", "bold");
const italic: Change = (text, from, to) => wrapped(text, from, to, "*", "italic");
const link: Change = (text, from, to) => linked(text, from, to, false);

const BUTTONS = [
  ["Bold", "Ctrl B", Bold, bold],
  ["Italic", "Ctrl I", Italic, italic],
  ["List", null, List, asList],
  ["Link", "Ctrl K", Link, link],
  ["Picture by its address", null, Image, (text, from, to) => linked(text, from, to, true)],
] as const satisfies readonly (readonly [string, string | null, typeof Bold, Change])[];

const KEYS: Readonly<Record<string, Change>> = { b: bold, i: italic, k: link };

/** Changes what is selected in the field. */
export function useMarks(
  field: RefObject<HTMLTextAreaElement | null>,
  setText: (text: string) => void,
) {
  const apply = (change: Change): void => {
    const box = field.current;
    if (!box) return;
    const edit = change(box.value, box.selectionStart, box.selectionEnd);
    // At once, so that the next key meets the selection.
    flushSync(() => setText(edit.text));
    box.focus();
    box.setSelectionRange(edit.from, edit.to);
  };
  /** Whether the key was one of these. */
  const onKey = (event: KeyboardEvent): boolean => {
    const change = event.ctrlKey || event.metaKey ? KEYS[event.key.toLowerCase()] : undefined;
    if (!change || event.altKey || event.shiftKey) return false;
    event.preventDefault();
    apply(change);
    return true;
  };
  return { apply, onKey };
}

/** The buttons above the field. */
export function Toolbar({
  onApply,
  preview,
  onPreview,
}: {
  onApply: (change: Change) => void;
  preview: boolean;
  onPreview: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-1" role="toolbar" aria-label="Formatting">
      {BUTTONS.map(([name, keys, Glyph, change]) => (
        <Button
          key={name}
          look="ghost"
          size="small"
          icon
          aria-label={name}
          title={keys === null ? name : `${name} (${keys})`}
          disabled={preview}
          onClick={() => onApply(change)}
        >
          <Glyph size={16} aria-hidden="true" />
        </Button>
      ))}
      <Button
        look="ghost"
        size="small"
        icon
        aria-label="Preview"
        aria-pressed={preview}
        title="Preview"
        onClick={onPreview}
      >
        <Eye size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
