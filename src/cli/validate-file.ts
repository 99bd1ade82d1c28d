import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { call, fetchFrom } from "./call.ts";
import type { Command, Session } from "./command.ts";
import { EXIT, CliFailure } from "./failure.ts";
import { formOf } from "./import-leads.ts";
import { progressBar, table } from "./output.ts";

type Validation = {
  readonly id: number;
  readonly status: string;
  readonly total: number;
  readonly done: number;
  readonly counts: {
    readonly valid: number;
    readonly risky: number;
    readonly invalid: number;
    readonly no_address: number;
  };
};

const LOOK_MS = 1_500;

export const validateCommand: Command = {
  name: "validate",
  takes: "FILE",
  summary: "Validate the addresses of a CSV or XLSX file, without making leads.",
  words: [1, 1],
  options: {
    column: { type: "string", says: "the column with the addresses" },
    output: { type: "string", says: "where the file with its results is written" },
  },
  async run(session, [file = ""], { column, output }) {
    const form = await formOf(file);
    if (typeof column === "string") form.set("column", column);
    const path = `${await session.workspace()}/validations`;
    const { signal } = session;
    const sent = { body: form, signal };
    const { id } = await call<Validation>(session.target(), "POST", `${path}/file`, sent);
    const ended = await untilDone(session, `${path}/${id}`);
    if (typeof output === "string") {
      const answer = await fetchFrom(session.target(), "GET", `${path}/${id}/file`, { signal });
      if (answer.body) await writeFile(output, answer.body as AsyncIterable<Uint8Array>);
    }
    if (session.json) return session.out(`${JSON.stringify(ended)}\n`);
    const { valid, risky, invalid, no_address: none } = ended.counts;
    const heads = ["ROWS", "VALID", "RISKY", "INVALID", "NO ADDRESS"];
    session.out(`${table(heads, [[ended.total, valid, risky, invalid, none]])}\n`);
  },
};

/** Shows how far it is until it has ended. Throws `CliFailure` where it was stopped. */
async function untilDone(session: Session, path: string): Promise<Validation> {
  const bar = progressBar(session, "Validating");
  const { signal } = session;
  try {
    for (;;) {
      const now = await call<Validation>(session.target(), "GET", path, { signal });
      if (now.status === "completed") return now;
      if (now.status !== "queued" && now.status !== "running") {
        throw new CliFailure(EXIT.refused, `The validation is ${now.status}.`);
      }
      bar.show(now.done, now.total);
      await sleep(LOOK_MS, undefined, { signal });
    }
  } finally {
    bar.end();
  }
}
