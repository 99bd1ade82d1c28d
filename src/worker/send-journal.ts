import type { SendJournal } from "#platform/ctx/ports.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { JournalObject } from "./journal-object.ts";

/** One for the install: it is the one that knows every message. */
const NAME = "sends";

/** The journal in its Durable Object. `conflict`: a newer write of the same sender came first. */
export function sendJournal(binding: DurableObjectNamespace<JournalObject>): SendJournal {
  const object = binding.getByName(NAME);
  return {
    async write(request) {
      const answer = await object.write(request);
      if (answer) return { barred: [...answer.barred] };
      throw new AppError("conflict", "A newer write of this companion was kept before this one.");
    },
    async read(request) {
      const { entries, more } = await object.read(request);
      return { entries: [...entries], more };
    },
  };
}
