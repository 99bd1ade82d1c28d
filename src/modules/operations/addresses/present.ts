import type { Erasure } from "#modules/operations/contract/addresses.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { ErasureRow } from "./erasures-store.ts";

/** What an erasure leaves, everywhere the same. */
const KEPT: Erasure["kept"] = [
  {
    what: "hash",
    why: "The keyed hash of the address, for as long as the installation exists, so that nobody writes to it again.",
  },
  {
    what: "counts",
    why: "Emails, opens and replies as numbers and times without a person, so that statistics stay right.",
  },
  {
    what: "audit_log",
    why: "Who asked for the erasure and when, without the address.",
  },
  {
    what: "mailboxes",
    why: "Emails in the mailboxes of the senders. Outrider deletes nothing there.",
  },
  {
    what: "backups",
    why: "Backups from before, until they are deleted. After a restore, erase the address again.",
  },
];

export const presentErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  state: row.finishedAt === null ? "running" : "completed",
  address_hash: `${row.hashKey}:${row.hash}`,
  created_at: iso(row.createdAt),
  finished_at: isoOrNull(row.finishedAt),
  workspaces: row.found.map((one) => ({ ...one })),
  kept: KEPT,
});
