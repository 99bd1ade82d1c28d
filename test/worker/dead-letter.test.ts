import { expect, it } from "vitest";
import { keepDeadLetters } from "#worker/dead-letter.ts";
import { harness } from "#test/support/harness.ts";

it("tells of each dead letter by id and type, never its body, and settles it", async () => {
  const t = await harness();
  const settled: string[] = [];
  const letter = (id: string, body: unknown) => ({
    id,
    body,
    attempts: 11,
    ack: () => void settled.push(id),
  });
  const log = t.deps.log;
  keepDeadLetters(
    [
      letter("a", { type: "hits.record.v1", hits: [{ url: "https://secret.example" }] }),
      letter("b", 7),
    ],
    { ...t.deps, log: (event, fields) => log(event, fields) },
  );
  expect(settled).toEqual(["a", "b"]);
  expect(t.lines).toMatchObject([
    { event: "job.dead", fields: { id: "a", type: "hits.record.v1" } },
    { event: "job.dead", fields: { id: "b", type: "unknown" } },
  ]);
});
