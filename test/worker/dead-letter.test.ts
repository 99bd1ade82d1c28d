import { expect, it } from "vitest";
import { keepDeadLetters } from "#worker/dead-letter.ts";
import { harness } from "#test/support/harness.ts";

it("keeps each dead letter, tells of it by id and type, never its body, and settles it", async () => {
  const t = await harness();
  const settled: string[] = [];
  const letter = (id: string, body: unknown) => ({
    id,
    body,
    attempts: 11,
    ack: () => void settled.push(`${id} ack`),
    retry: () => void settled.push(`${id} retry`),
  });
  const { log } = t.deps;
  const quiet = { ...t.deps, log: (event: string, fields = {}) => log(event, fields) };
  await keepDeadLetters(
    [
      letter("a", { type: "hits.record.v1", hits: [{ url: "https://secret.example" }] }),
      letter("b", 7),
    ],
    quiet,
  );
  expect(settled).toEqual(["a ack", "b ack"]);
  expect(t.lines).toMatchObject([
    { event: "job.dead", fields: { id: "a", type: "hits.record.v1" } },
    { event: "job.dead", fields: { id: "b", type: "unknown" } },
  ]);
  expect(JSON.stringify(t.lines)).not.toContain("secret.example");
  const { rows } = await t.client.execute("SELECT body FROM dead_letters ORDER BY id");
  expect(rows[0]?.["body"]).toContain("secret.example");

  await t.client.execute("ALTER TABLE dead_letters RENAME TO lost");
  await keepDeadLetters([letter("c", 7)], quiet);
  expect(settled.at(-1)).toBe("c retry");
});
