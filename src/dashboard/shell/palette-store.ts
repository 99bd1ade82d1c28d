import type { LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { createStore } from "#dashboard/lib/store.ts";

/** Something that can be done or gone to by name. An action names its object: "Pause Trade fair". */
export type Command = {
  readonly name: string;
  readonly kind: "Actions" | "Go to" | "Search";
  readonly icon: LucideIcon;
  /** To the right: a state, a place. */
  readonly detail?: string;
  readonly run: () => unknown;
};

export const paletteOpen = createStore(false);
export const roomCommands = createStore<readonly Command[]>([]);

/** Commands of the room on screen, before all others. Give a list that changes only when they do. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    roomCommands.set(commands);
    return () => roomCommands.set([]);
  }, [commands]);
}
