import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { createStore } from "#dashboard/lib/store.ts";

/** Something that can be done or gone to by name. An action names its object: "Pause Trade fair". */
export type Command = {
  readonly name: string;
  readonly kind: "Actions" | "Go to" | "Leads" | "Mailboxes" | "Search";
  readonly icon: LucideIcon;
  /** To the right: a state, a place. */
  readonly detail?: string;
  /** The key, or the two one after the other, that do it without the palette: "c", "g i". */
  readonly keys?: string;
  readonly run: () => unknown;
};

export const paletteOpen = createStore(false);
/** What its field begins with. */
export const paletteText = createStore("");
export const shortcutsOpen = createStore(false);
export const roomCommands = createStore<readonly Command[]>([]);

/** Commands of the room on screen, before all others. Give a list that changes only when they do. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    roomCommands.set(commands);
    return () => roomCommands.set([]);
  }, [commands]);
}

/** Opens the palette, with a beginning of what is looked for. */
export function openPalette(text = ""): void {
  paletteText.set(text);
  paletteOpen.set(true);
}
