import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { TransNoContext } from "@lingui/react/server";
import { isValidElement, type ReactNode } from "react";
import { i18n } from "./words.ts";

/**
 * A text with elements in it, as `t` is one without: `<Say id="Read <0>the guide</0>." parts={{ 0: <a href="/docs" /> }} />`.
 * A value may be an element as well.
 */
export function Say({
  id,
  values,
  parts,
  compiled,
}: {
  id: string;
  values?: Readonly<Record<string, ReactNode>>;
  parts: Readonly<Record<number, ReactNode>>;
  /** The build's: see `t`. */
  compiled?: CompiledMessage;
}) {
  const components = Object.fromEntries(
    Object.entries(parts).map(([index, part]) => [
      index,
      isValidElement(part) ? part : <>{part}</>,
    ]),
  );
  // Text that looks like a tag is text: as an element of its own it is never read for tags.
  const shown = Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      typeof value === "number" ? value : <>{value}</>,
    ]),
  );
  return (
    <TransNoContext
      id={id}
      // Lingui takes the compiled form here as well, its types say a text only.
      {...(compiled !== undefined && { message: compiled as unknown as string })}
      values={shown}
      components={components}
      lingui={{ i18n }}
    />
  );
}
