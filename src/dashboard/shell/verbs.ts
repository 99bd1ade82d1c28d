import type { Action } from "#platform/access/permissions.ts";
import { openPalette } from "./palette-store.ts";
import { openDocs, type Room } from "./rooms.ts";
import { t } from "#dashboard/words/words.ts";

/** Something that people do again and again, from any room, with a key of its own. */
export type Verb = {
  readonly name: string;
  readonly key: string;
  /** What it needs; left out where anybody may. */
  readonly action?: Action;
  /** Where it is done, and what opens there; or what it does at once. */
  readonly to?: string;
  readonly search?: Readonly<Record<string, true>>;
  readonly run?: (room: Room | undefined) => void;
  /** Leads to the product's guides, which a client's own host does not have. */
  readonly isDocs?: true;
};

/** No key here is one of a room: those are in `shortcuts-dialog.tsx`. */
export const SHELL_VERBS: readonly Verb[] = [
  {
    name: t("New campaign"),
    key: "c",
    action: "campaigns.edit",
    to: "/w/$wid/campaigns",
    search: { make: true },
  },
  {
    name: t("Import leads"),
    key: "i",
    action: "leads.import",
    to: "/w/$wid/leads",
    search: { upload: true },
  },
  {
    name: t("Connect mailbox"),
    key: "m",
    action: "mailboxes.edit",
    to: "/w/$wid/mailboxes",
    search: { connect: true },
  },
  {
    name: t("Switch workspace"),
    key: "w",
    run: () => openPalette(t("Switch to {name}", { name: "" })),
  },
  { name: t("Help for this page"), key: "h", isDocs: true, run: openDocs },
];
