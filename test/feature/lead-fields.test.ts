import { cpSync, globSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leads } from "#modules/leads/schema/leads.ts";
import { openLibsql } from "#platform/db/libsql.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { migrate } from "#server/migrate.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { upload } from "#test/support/upload.ts";

const PROFILE = "https://www.linkedin.com/in/ann";

it("an install that has profiles as a custom field finds them in the field after the update", async () => {
  const directory = temporaryDirectory();
  try {
    const before = join(directory.path, "drizzle");
    cpSync("drizzle", before, { recursive: true });
    const later = readdirSync(before).filter((name) => /^\d+_/.test(name) && name >= "0012_");
    expect(later).toContain("0012_lead-linkedin.sql");
    for (const name of later) rmSync(join(before, name));
    const client = openLibsql(":memory:");
    await migrate(client, before);
    const insert = (email: string, custom: object) =>
      client.execute({
        sql: "INSERT INTO leads (workspace_id, email, domain, custom, created_at, updated_at) VALUES (1, ?, 'x.test', ?, 1, 1)",
        args: [email, JSON.stringify(custom)],
      });
    await insert("ann@x.test", { linkedin_url: PROFILE, city: "Bern" });
    await insert("bob@x.test", { city: "Bern" });
    await migrate(client, "drizzle");
    const { rows } = await client.execute("SELECT linkedin_url, custom FROM leads ORDER BY id");
    expect(rows.map((row) => [row["linkedin_url"], row["custom"]])).toEqual([
      [PROFILE, JSON.stringify({ linkedin_url: PROFILE, city: "Bern" })],
      ["", JSON.stringify({ city: "Bern" })],
    ]);
    client.close();
  } finally {
    directory.remove();
  }
});

it("both names go on working in a sequence that is under way, whichever is filled", async () => {
  const { t, wid, run, deliver } = await companionPlay();
  await seedOutreach(t, wid, {
    leads: ["old@x.test", "new@x.test", "both@x.test"],
    steps: [
      { subject: "1", bodyText: "one" },
      {
        delay: 1,
        delayUnit: "days",
        bodyText: "{{ linkedin_url }} {{ custom.linkedin_url }} {{ linkedinUrl }}",
      },
    ],
  });
  const [old, fresh, both] = await t.db.select().from(leads);
  await deliver(await run());
  await t.client.execute(
    `UPDATE leads SET custom = '{"linkedin_url":"${PROFILE}-old"}' WHERE id IN (${old?.id}, ${both?.id})`,
  );
  const path = (id?: number) => `/api/v1/workspaces/${wid}/leads/${id}`;
  for (const lead of [fresh, both]) {
    const answer = await t.put(path(lead?.id), { linkedin_url: `${PROFILE}-new` });
    expect([answer.status, answer.json.linkedin_url]).toEqual([200, `${PROFILE}-new`]);
  }
  t.advance(DAY_MS);
  const mails = await run();
  const text = (email: string) =>
    mails.find(({ to }) => to[0]?.address === email)?.text.split("\n")[0];
  expect(text("old@x.test")).toBe(`${PROFILE}-old ${PROFILE}-old ${PROFILE}-old`);
  expect(text("new@x.test")).toBe(`${PROFILE}-new ${PROFILE}-new ${PROFILE}-new`);
  expect(text("both@x.test")).toBe(`${PROFILE}-new ${PROFILE}-old ${PROFILE}-new`);
});

it("files bring it by their own names for it, and by the name of the custom field that it was", async () => {
  const { t, wid } = await companionPlay();
  await upload(t, wid, `email,LinkedIn Profile URL\nann@x.test,${PROFILE}\n`);
  await upload(t, wid, [
    ["mapping", JSON.stringify({ Seite: "custom.linkedin_url" })],
    ["file", `email,Seite\nbob@x.test,${PROFILE}\n`],
  ]);
  const rows = await t.db.select().from(leads);
  expect(rows.map(({ linkedinUrl, custom }) => [linkedinUrl, custom])).toEqual([
    [PROFILE, {}],
    [PROFILE, {}],
  ]);
  const file = await t.get(`/api/v1/workspaces/${wid}/leads/export`);
  expect(file.text.split("\n")[0]).toContain('"phone","linkedin_url","score"');
  expect(file.text).toContain(PROFILE);
});

it("a field of a lead is written down in five source files at most", () => {
  const files = globSync("src/**/*.{ts,tsx}").filter((file) =>
    /linkedin_url|linkedinUrl/.test(readFileSync(file, "utf8")),
  );
  expect(files).toContain("src/modules/leads/rules/fields.ts");
  expect(files.length, files.join(", ")).toBeLessThanOrEqual(5);
});
