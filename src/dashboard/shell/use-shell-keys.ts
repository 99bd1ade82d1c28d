import { useNavigate } from "#dashboard/routing/use-place.ts";
import { useEffect, useRef } from "react";
import { isSilent, singleKeys } from "#dashboard/lib/use-keys.ts";
import { useBrand } from "./brand.tsx";
import { openPalette, paletteOpen, roomCommands, shortcutsOpen } from "./palette-store.ts";
import { roomOfPath, roomsFor } from "./rooms.ts";
import { useWorkspace } from "./use-workspace.ts";
import { SHELL_VERBS } from "./verbs.ts";

/** After G, how long the key of a room is waited for. */
const SECOND_KEY_MS = 1_500;

/** Keys of every room: Ctrl or Cmd K, `?`, G and a room, the verbs, and those of the room's commands. */
export function useShellKeys(): void {
  const navigate = useNavigate();
  const { wid, me, may } = useWorkspace();
  const { isWhiteLabel } = useBrand();
  const params = { wid: String(wid) };
  /** What a key does; undefined where it is none of the shell's. */
  const meaningOf = (key: string, isAfterG: boolean): (() => unknown) | undefined => {
    if (isAfterG) {
      const room = roomsFor(me, may).find((each) => each.key === key);
      return room && (() => navigate({ to: room.to, params }));
    }
    if (key === "?") return () => shortcutsOpen.set(true);
    const own = roomCommands.get().find(({ keys }) => keys === key);
    if (own) return own.run;
    const verb = SHELL_VERBS.find((each) => each.key === key);
    if (!verb || (verb.action && !may(verb.action)) || (verb.isDocs && isWhiteLabel)) return;
    const { to, search, run } = verb;
    return to
      ? () => navigate({ to, params, search: search ?? {} })
      : () => run?.(roomOfPath(location.pathname));
  };
  const latest = useRef(meaningOf);
  latest.current = meaningOf;
  useEffect(() => {
    let afterG = 0;
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if (key === "k" && (event.ctrlKey || event.metaKey)) {
        // While somebody writes a reply, it makes a link.
        if (event.defaultPrevented) return;
        event.preventDefault();
        if (paletteOpen.get()) paletteOpen.set(false);
        else openPalette();
        return;
      }
      if (isSilent(event) || event.repeat || !singleKeys.get()) return;
      const isAfterG = event.timeStamp < afterG;
      afterG = !isAfterG && key === "g" ? event.timeStamp + SECOND_KEY_MS : 0;
      const act = latest.current(key, isAfterG);
      if (!act) return;
      // Before the room hears it: after G its own keys mean rooms.
      event.preventDefault();
      void act();
    };
    const onSingle = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey)) onKey(event);
    };
    const onJoined = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey) onKey(event);
    };
    document.addEventListener("keydown", onSingle, true);
    document.addEventListener("keydown", onJoined);
    return () => {
      document.removeEventListener("keydown", onSingle, true);
      document.removeEventListener("keydown", onJoined);
    };
  }, []);
}
