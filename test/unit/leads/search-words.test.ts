import { describe, expect, it } from "vitest";
import { openLibsql } from "#platform/db/libsql.ts";
import { searchWords } from "#modules/leads/rules/search-words.ts";

describe("the words of a search", () => {
  it.each([
    ["Ann Lee", ["Ann", "Lee"]],
    ["  müller-schmidt,  GmbH & Co. ", ["müller", "schmidt", "GmbH", "Co"]],
    ["ann.lee+x", ["ann", "lee", "x"]],
    ["Mu\u0308ller", ["Müller"]],
    ['" OR 1 -- * { } : ^', ["OR", "1"]],
    ["🚀 % _", []],
    ["東京 株式会社", ["東京", "株式会社"]],
    ["a b c d e f g h i j k l", "a b c d e f g h i j".split(" ")],
  ])("of %j are %j", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  it("are one word to the index as well, whatever letter they hold: it refuses to look for two", async () => {
    const client = openLibsql(":memory:");
    await client.batch([
      "CREATE VIRTUAL TABLE t USING fts5(word, tokenize='unicode61 remove_diacritics 2')",
      "CREATE VIRTUAL TABLE v USING fts5vocab(t, 'instance')",
    ]);
    const points = Array.from({ length: 0x2_0000 - 128 }, (_, i) => i + 128);
    const words = points.flatMap((point) => {
      const text = `q${String.fromCodePoint(point)}z`;
      return /\p{Cs}/u.test(text) || searchWords(text).length !== 1 ? [] : [text];
    });
    expect(words.length).toBeGreaterThan(70_000);
    await client.execute({
      sql: "INSERT INTO t (rowid, word) SELECT key, value FROM json_each(?)",
      args: [JSON.stringify(words)],
    });
    const { rows } = await client.execute(
      "SELECT doc FROM v GROUP BY doc HAVING count(*) > 1 ORDER BY doc",
    );
    expect(rows.map((row) => words[Number(row["doc"])])).toEqual([]);
    client.close();
  });
});
