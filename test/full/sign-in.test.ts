import { afterAll, beforeAll, expect, it } from "vitest";
import { median } from "#test/bench/median.ts";
import { type NodeHost, startNodeHost } from "#test/support/node-host.ts";

/*
 * How long sign-ins take on the real server: alike for accounts that are there and those that are
 * not, and bounded while many ask at once.
 */

const GUESSES = 80;
const PASSWORD = "correct horse battery";

let host: NodeHost;
let cookie = "";
beforeAll(async () => {
  host = await startNodeHost({
    env: { LOGIN_LIMIT_PER_MINUTE: "10000", API_LIMIT_PER_MINUTE: "10000" },
  });
  for (let i = 0; i < GUESSES; i++) {
    const body = { name: "Ann", email: known(i), password: PASSWORD };
    const made = await post("register", body, `203.0.113.${i}`);
    if (made.status !== 201) throw new Error(await made.text());
    cookie = made.headers.get("set-cookie")?.split(";")[0] ?? "";
  }
}, 300_000);
afterAll(() => host?.stop());

const known = (i: number): string => `ann${i}@example.com`;
const unknown = (i: number): string => `nobody${i}@example.com`;

const post = (route: string, body: object, address: string): Promise<Response> =>
  fetch(`${host.url}/api/v1/auth/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
  });

async function timed(asking: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const answer = await asking();
  await answer.text();
  return { status: answer.status, ms: performance.now() - began };
}

it("takes as long for accounts that nobody has as for others, within 5 %", async () => {
  const guess = (username: string, address: string) =>
    timed(() => post("login", { username, password: "not the password" }, address));
  for (let i = 0; i < 10; i++) await guess(unknown(1_000 + i), `192.0.2.${i}`);
  const took = { known: [] as number[], unknown: [] as number[] };
  // By turns, so that what else the machine does meets both.
  for (let i = 0; i < GUESSES; i++) {
    for (const kind of i % 2 === 0
      ? (["known", "unknown"] as const)
      : (["unknown", "known"] as const)) {
      const username = kind === "known" ? known(i) : unknown(i);
      const { status, ms } = await guess(username, `198.51.${kind === "known" ? 100 : 101}.${i}`);
      expect(status).toBe(401);
      took[kind].push(ms);
    }
  }
  const [is, isNot] = [median(took.known), median(took.unknown)];
  console.log(
    `median of a wrong password: ${is.toFixed(1)} ms known, ${isNot.toFixed(1)} ms unknown`,
  );
  expect(Math.abs(is / isNot - 1)).toBeLessThan(0.05);
});

it("answers 300 sign-ins from 60 addresses within 5 s, and everything else within 500 ms", async () => {
  const others: { path: string; ms: number }[] = [];
  let isOver = false;
  const ask = async (path: string): Promise<void> => {
    while (!isOver) {
      const { status, ms } = await timed(() =>
        fetch(`${host.url}${path}`, { headers: { cookie } }),
      );
      expect([200, 404]).toContain(status);
      others.push({ path, ms });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const asking = ["/health", "/api/v1/auth/me", "/api/v1/workspaces", "/"].map(ask);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) =>
      timed(() =>
        post(
          "login",
          { username: known(i % GUESSES), password: PASSWORD },
          `192.0.2.${100 + (i % 60)}`,
        ),
      ),
    ),
  );
  isOver = true;
  await Promise.all(asking);
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  const slowestOther = Math.max(...others.map(({ ms }) => ms));
  const signedIn = answers.filter(({ status }) => status === 200).length;
  console.log(
    `300 sign-ins: ${signedIn} signed in, slowest ${slowest.toFixed(0)} ms; ${others.length} other requests, slowest ${slowestOther.toFixed(0)} ms`,
  );
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect(signedIn).toBeGreaterThan(0);
  expect(slowest).toBeLessThan(5_000);
  expect(others.length).toBeGreaterThan(20);
  expect(slowestOther).toBeLessThan(500);
});
