import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call } from "./call.ts";
import type { Command, Session } from "./command.ts";
import { WrongUsage } from "./failure.ts";
import { clean, progressBar, table } from "./output.ts";

type Outcome = {
  readonly list_name: string;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly invalid: number;
  readonly suppressed: number;
  readonly errors: readonly {
    readonly line: number;
    readonly email: string;
    readonly message: string;
  }[];
};
type Running = {
  readonly data: readonly {
    readonly status: string;
    readonly done: number;
    readonly total: number | null;
  }[];
};

const LOOK_MS = 1_000;

export const importCommand: Command = {
  name: "leads import",
  takes: "FILE",
  summary: "Import a CSV or XLSX file.",
  words: [1, 1],
  options: {
    list: { type: "string", says: "the name of a new list, or the ID of one that exists" },
    "dry-run": { type: "boolean", says: "only show what would happen" },
  },
  async run(session, [file = ""], { list, "dry-run": isDry }) {
    const form = await formOf(file);
    const isId = typeof list === "string" && /^\d+$/.test(list);
    if (typeof list === "string") form.set(isId ? "list_id" : "list_name", list);
    if (isDry === true) form.set("dry_run", "true");
    const leads = `${await session.workspace()}/leads`;
    const over = new AbortController();
    const showing = isDry === true ? null : showProgress(session, leads, over.signal);
    try {
      const body = { body: form, signal: session.signal };
      tell(session, await call<Outcome>(session.target(), "POST", `${leads}/upload`, body));
    } finally {
      over.abort();
      await showing;
    }
  },
};

/** A file as a form; it is read as it is sent. Throws `WrongUsage` where it can't be read. */
export async function formOf(file: string): Promise<FormData> {
  const form = new FormData();
  try {
    form.set("file", await openAsBlob(file), basename(file));
  } catch {
    throw new WrongUsage(`${clean(file)} cannot be read.`);
  }
  return form;
}

/** Shows how far the installation is with the newest import, until `over`. */
async function showProgress(session: Session, leads: string, over: AbortSignal): Promise<void> {
  const bar = progressBar(session, "Importing");
  const quiet = { query: { limit: 1 }, signal: over };
  while (session.isInteractive && !over.aborted) {
    const wait = await sleep(LOOK_MS, true, { signal: over }).catch(() => false);
    const running = wait
      ? await call<Running>(session.target(), "GET", `${leads}/imports`, quiet).catch(() => null)
      : null;
    const [newest] = running?.data ?? [];
    if (newest?.status === "running") bar.show(newest.done, newest.total);
  }
  bar.end();
}

function tell({ json, out, err }: Session, outcome: Outcome): void {
  if (json) return out(`${JSON.stringify(outcome)}\n`);
  const { total, created, updated, duplicates, invalid, suppressed, errors } = outcome;
  const heads = ["ROWS", "NEW", "UPDATED", "DUPLICATES", "INVALID", "SUPPRESSED"];
  out(`${table(heads, [[total, created, updated, duplicates, invalid, suppressed]])}\n`);
  if (errors.length === 0) return;
  const rows = errors.map(({ line, email, message }) => [line, email, message]);
  err(`\n${table(["LINE", "EMAIL", "WHY IT IS MISSING"], rows)}\n`);
}
