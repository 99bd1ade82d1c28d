import { DAY_MS } from "#platform/rules/time.ts";
import { JournalObject as Journal } from "#worker/journal-object.ts";
import { sendJournal } from "#worker/send-journal.ts";
import type { ReadJournalRequest, WriteJournalRequest } from "#platform/wire/send-journal.ts";

/** The journal's Durable Object, whose rows can be made older and whose alarm rung at once. */
export class JournalObject extends Journal {
  /** As if so many days had gone by, the last of which ends now. */
  async goOn(days: number): Promise<void> {
    for (const table of ["messages", "runs"]) {
      this.ctx.storage.sql.exec(`UPDATE ${table} SET at = at - ?`, days * DAY_MS);
    }
    await this.ctx.storage.setAlarm(Date.now());
  }

  /** In how many milliseconds the alarm rings. */
  async alarmIn(): Promise<number | null> {
    const at = await this.ctx.storage.getAlarm();
    return at === null ? null : at - Date.now();
  }

  runs(): number {
    return Number(this.ctx.storage.sql.exec("SELECT count(*) AS n FROM runs").one()["n"]);
  }
}

type Env = { readonly JOURNAL: DurableObjectNamespace<JournalObject> };

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const journal = sendJournal(env.JOURNAL);
    // The one that `sendJournal` writes to.
    const object = env.JOURNAL.getByName("sends");
    switch (pathname) {
      case "/write":
        return Response.json(await journal.write(await request.json<WriteJournalRequest>()));
      case "/read":
        return Response.json(await journal.read(await request.json<ReadJournalRequest>()));
      case "/go-on":
        await object.goOn(Number(searchParams.get("days")));
        return Response.json({});
      default:
        return Response.json({ alarmIn: await object.alarmIn(), runs: await object.runs() });
    }
  },
} satisfies ExportedHandler<Env>;
