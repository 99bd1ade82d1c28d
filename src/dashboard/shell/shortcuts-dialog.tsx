import { usePath } from "#dashboard/routing/use-place.ts";
import { words } from "#dashboard/lib/format.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { setSingleKeys, singleKeys } from "#dashboard/lib/use-keys.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { NUMBER_KEYS } from "#dashboard/rooms/inbox/status-bar.tsx";
import { t } from "#dashboard/words/words.ts";
import { useBrand } from "./brand.tsx";
import { roomCommands, shortcutsOpen } from "./palette-store.ts";
import { roomOfPath, roomsFor } from "./rooms.ts";
import { useWorkspace } from "./use-workspace.ts";
import { SHELL_VERBS } from "./verbs.ts";

type Shortcut = readonly [keys: string, does: string];

const INBOX: readonly Shortcut[] = [
  ["J", t("Next thread")],
  ["K", t("Previous thread")],
  ["R", t("Reply")],
  [t("Ctrl Enter"), t("Send")],
  [t("Ctrl B, Ctrl I, Ctrl K"), t("Bold, italic, link, while you write")],
  ["F", t("Forward the newest message of the lead")],
  ["E", t("Archive and go to the next thread")],
  ["S", t("Snooze until tomorrow morning")],
  ["A", t("Assign to me")],
  ["U", t("Mark as unread")],
  ["X", t("Select the thread, for changes of many")],
  ["/", t("Search")],
  ...NUMBER_KEYS.map((status, index): Shortcut => [String(index + 1), words(status)]),
];
const SEARCH: Shortcut = ["/", t("Search")];
/** Of every list with ticks. */
const ROWS: readonly Shortcut[] = [
  ["J", t("Next row")],
  ["K", t("Previous row")],
  ["X", t("Select; with Shift, all up to here")],
  ["A", t("Select all rows, or none")],
  ["B", t("Go to what can be done with the selection")],
  SEARCH,
];

/** What keys do in one room alone. */
const OF_ROOM: Readonly<Record<string, readonly Shortcut[] | undefined>> = {
  "/w/$wid/inbox": INBOX,
  "/inboxes": INBOX,
  "/w/$wid/tasks": [
    ["J", t("Next task")],
    ["K", t("Previous task")],
    ["D", t("Mark as done")],
    ["S", t("Skip")],
  ],
  "/w/$wid/mailboxes": ROWS,
  "/w/$wid/campaigns": [...ROWS, [t("Esc"), t("Leave the message, so that keys work")]],
  "/w/$wid/leads": ROWS,
  "/clients": [SEARCH],
};

/** `?`: every key that means something on this page. */
export function ShortcutsDialog() {
  const open = useStore(shortcutsOpen);
  const isOn = useStore(singleKeys);
  const { me, may } = useWorkspace();
  const { isWhiteLabel } = useBrand();
  const room = roomOfPath(usePath());
  const commands = useStore(roomCommands);
  const close = (): void => shortcutsOpen.set(false);
  const here: readonly Shortcut[] = [
    ...commands.flatMap(({ keys, name }): Shortcut[] => (keys ? [[shown(keys), name]] : [])),
    ...(OF_ROOM[room?.to ?? ""] ?? []),
  ];
  const everywhere: readonly Shortcut[] = [
    [t("Ctrl K"), t("Search pages, leads and actions")],
    ["?", t("This list")],
    ...SHELL_VERBS.filter(
      ({ action, isDocs }) => (!action || may(action)) && !(isDocs && isWhiteLabel),
    ).map(({ key, name }): Shortcut => [shown(key), name]),
  ];
  const places = roomsFor(me, may).map(({ key, name }): Shortcut => [shown(`g ${key}`), name]);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t("Keyboard shortcuts")}
      broad
      acts={<Button onClick={close}>{t("Close")}</Button>}
    >
      <div className="grid gap-6">
        <Check
          label={t("Single keys")}
          hint={t("Turn them off if you speak to your computer. Ctrl K stays.")}
          checked={isOn}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        <div className="keys-columns">
          {here.length > 0 && <Keys title={room?.name ?? t("This page")} keys={here} />}
          <Keys title={t("Everywhere")} keys={everywhere} />
          <Keys title={t("Go to")} keys={places} />
        </div>
      </div>
    </Dialog>
  );
}

/** "g i" as it stands on a keyboard: "G I". */
const shown = (keys: string): string => keys.toUpperCase();

function Keys({ title, keys }: { title: string; keys: readonly Shortcut[] }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="text-13 font-semibold">{title}</h3>
      <dl className="dl items-center">
        {keys.map(([key, what]) => (
          <div key={key + what} className="contents">
            <dt>
              {key.length > "G I".length ? (
                <kbd>{key}</kbd>
              ) : (
                key.split(" ").map((each, index) => (
                  <span key={index}>
                    {index > 0 && " "}
                    <kbd>{each}</kbd>
                  </span>
                ))
              )}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
