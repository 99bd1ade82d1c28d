import type { ReactNode } from "react";
import { Glyph, type GlyphShape } from "./glyph.tsx";

export type Tone = "ok" | "warn" | "bad" | "info" | "accent" | "plain";

/** A glyph and a word. `loud` fills it: only while a person must act. */
export function Status({
  tone = "plain",
  shape = "disc",
  loud = false,
  children,
}: {
  tone?: Tone;
  shape?: GlyphShape;
  loud?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={`st ${tone} ${loud ? "loud" : ""}`}>
      <Glyph shape={shape} />
      {children}
    </span>
  );
}
