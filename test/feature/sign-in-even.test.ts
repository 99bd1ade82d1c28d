import { expect, it } from "vitest";
import { setTotp } from "#test/support/factors.ts";
import { CLIENT_ADDRESS, type Harness, harness } from "#test/support/harness.ts";
import { everyRole } from "#test/support/staff.ts";

/** What a wrong password makes the database do: statements, whose number does not depend on the machine. */
async function statementsOf(
  t: Harness,
  username: string,
  from: number,
): Promise<readonly string[]> {
  const asked: string[] = [];
  const execute = t.client.execute.bind(t.client);
  const batch = t.client.batch.bind(t.client);
  const textOf = (one: unknown): string =>
    typeof one === "string" ? one : ((one as { sql?: string }).sql ?? "");
  t.client.execute = ((one: never, ...more: never[]) => {
    asked.push(textOf(one));
    return (execute as (...all: never[]) => Promise<never>)(one, ...more);
  }) as typeof t.client.execute;
  t.client.batch = ((all: never[], ...more: never[]) => {
    asked.push(...all.map(textOf));
    return (batch as (...each: never[]) => Promise<never>)(all as never, ...more);
  }) as typeof t.client.batch;
  const answer = await t.post(
    "/api/v1/auth/login",
    { username, password: "not the password" },
    { cookie: "", [CLIENT_ADDRESS]: `198.51.100.${from}` },
  );
  t.client.execute = execute;
  t.client.batch = batch;
  expect([answer.status, answer.json.code]).toEqual([401, "invalid_credentials"]);
  return asked;
}

it("asks the same of the database for an unknown name, a known one and one with a second factor", async () => {
  const t = await harness();
  const { employee } = await everyRole(t);
  await setTotp(t, employee);
  const unknown = await statementsOf(t, "nobody@example.com", 1);
  const plain = await statementsOf(t, "client@example.com", 2);
  const factored = await statementsOf(t, "employee@example.com", 3);
  expect(unknown.length).toBeGreaterThan(3);
  expect(plain).toEqual(unknown);
  expect(factored).toEqual(unknown);
});
