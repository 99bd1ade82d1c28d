import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { cloneElement, isValidElement, type PropsWithChildren, type ReactNode } from "react";
import { t } from "./words.ts";

/** `<0>text</0>` or `<0/>`. */
const TAG = /<(\d+)>(.*?)<\/\1>|<(\d+)\/>/s;
/** Values have the numbers behind those of parts. */
const FIRST_VALUE = 100;

/**
 * A text with elements in it, as `t` is one without: `<Say id="Read <0>the guide</0>." parts={{ 0: <a href="/docs" /> }} />`.
 * A value may be an element as well.
 */
export function Say({
  id,
  values = {},
  parts,
  compiled,
}: {
  id: string;
  values?: Readonly<Record<string, ReactNode>>;
  parts: Readonly<Record<number, ReactNode>>;
  /** The build's: see `t`. */
  compiled?: CompiledMessage;
}) {
  const elements = new Map(Object.entries(parts).map(([index, part]) => [Number(index), part]));
  // A number is formatted and chooses a plural. Text becomes an element, so that a tag in it stays text.
  const named = Object.entries(values).map(([name, value], index) => {
    if (typeof value === "number") return [name, value] as const;
    elements.set(FIRST_VALUE + index, value);
    return [name, `<${FIRST_VALUE + index}/>`] as const;
  });
  return withElements(t(id, Object.fromEntries(named), compiled), elements);
}

function withElements(text: string, elements: ReadonlyMap<number, ReactNode>): ReactNode {
  const found = TAG.exec(text);
  if (!found) return text;
  const [whole, open, inner = "", empty] = found;
  const part = elements.get(Number(open ?? empty));
  const filled =
    open !== undefined && isValidElement<PropsWithChildren>(part)
      ? cloneElement(part, {}, withElements(inner, elements))
      : part;
  return (
    <>
      {text.slice(0, found.index)}
      {filled}
      {withElements(text.slice(found.index + whole.length), elements)}
    </>
  );
}
