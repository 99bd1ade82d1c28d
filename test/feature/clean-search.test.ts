import { expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";
import { upload } from "#test/support/upload.ts";

it("the words of an erased lead leave the search index within some ticks, which stays whole", async () => {
  const t = await harness();
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}/leads`;
  const rows = Array.from({ length: 400 }, (_, i) => `p${i}@acme.example,Pat${i % 50},Co${i % 70}`);
  rows.splice(200, 0, "zebedee@zquux.example,Xerxesworth,Zquux");
  for (const part of [rows.slice(0, 250), rows.slice(250)]) {
    await upload(t, wid, ["email,first_name,company", ...part].join("\n"));
  }
  const count = async (sql: string) => (await t.client.execute(sql)).rows.length;
  const words = () =>
    count("SELECT 1 FROM lead_search_data WHERE instr(block, CAST('xerxesworth' AS BLOB)) > 0");
  const search = async (q: string) => (await t.get(`${base}?q=${q}`)).json.data;
  const [{ id }] = await search("xerxesworth");
  expect(await words()).toBeGreaterThan(0);
  await t.delete(`${base}/${id}?erase=true`);
  expect(await search("xerxesworth")).toEqual([]);
  for (let i = 0; i < 4; i++) await t.tick();
  expect(await words()).toBe(0);
  expect((await search("pat7")).length).toBeGreaterThan(0);
  await t.client.execute("INSERT INTO lead_search (lead_search) VALUES ('integrity-check')");
  expect(
    await count("SELECT 1 FROM workspace_settings WHERE value ->> '$.search_unclean' IS NOT NULL"),
  ).toBe(0);
});
