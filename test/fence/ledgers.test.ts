import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Tables whose rows are mails, as the source names them. */
const LEDGERS = "sends|resends|outbox|warmupMails";
/** What the life of a mail consists of; `delivery/engine` alone writes it. */
const LIFE = "state|due_at|lease|lease_until|attempts|usage|server_message_id|sent_at|finished_at";

/** The same, as the schema calls it. */
const FIELDS = "state|dueAt|lease|leaseUntil|attempts|usage|serverMessageId|sentAt|finishedAt";

/** Statements of a source that move a mail by themselves. */
function movers(source: string): string[] {
  const statements = [
    ...source.matchAll(
      new RegExp(
        `UPDATE \\$\\{(?:${LEDGERS})\\}\\s+(?:AS \\w+\\s+)?SET\\s+([^\`]*?)(?=WHERE|FROM|\`)`,
        "g",
      ),
    ),
    ...source.matchAll(new RegExp(`INSERT INTO \\$\\{(?:${LEDGERS})\\} \\(([^)]*)\\)`, "g")),
  ];
  const written = statements.filter(([, columns = ""]) =>
    new RegExp(`(?<![\\w.>'])(?:${LIFE})(?=\\s*(?:=|,|$))`).test(columns),
  );
  const built = source.matchAll(
    new RegExp(
      `\\.(?:update|insert)\\((?:${LEDGERS})\\)\\s*\\.(?:set|values)\\(\\{[^}]*\\b(?:${FIELDS})\\b`,
      "g",
    ),
  );
  return [...written, ...built].map(([text]) => text.replace(/\s+/g, " ").slice(0, 80));
}

describe("what moves a mail", () => {
  const files = globSync("src/**/*.ts").filter(
    (file) => !file.startsWith("src/modules/delivery/engine/"),
  );

  it("stands in one folder", () => {
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      movers(readFileSync(file, "utf8")).map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    "UPDATE ${sends} SET state = 'sent' WHERE id = 1",
    "UPDATE ${outbox} SET snippet = '', lease = NULL\n WHERE id = 1",
    "UPDATE ${warmupMails} AS l SET due_at = 1 FROM json_each(x) c",
    "UPDATE ${resends} SET finished_at = ${now} WHERE id = 1",
    "INSERT INTO ${sends} (workspace_id, state, due_at) SELECT 1",
    "db.update(sends).set({ state })",
  ])("is found anywhere else: %s", (planted) => {
    expect(movers(`sql\`${planted}\``)).toHaveLength(1);
  });

  it.each([
    "UPDATE ${sends} SET opened_at = 1 WHERE state = 'sent'",
    "UPDATE ${warmupMails} SET care_due_at = 1 WHERE id = 1",
    "INSERT INTO ${sends} (workspace_id, ${leased.names}, created_at) SELECT 1",
    "SELECT state FROM ${sends}",
  ])("is no statement that leaves it where it is: %s", (harmless) => {
    expect(movers(`sql\`${harmless}\``)).toEqual([]);
  });
});
