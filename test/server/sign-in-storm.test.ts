import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NodeHost, startNodeHost } from "#test/support/node-host.ts";

let host: NodeHost;
beforeAll(async () => {
  host = await startNodeHost({ env: { LOGIN_LIMIT_PER_MINUTE: "1000" } });
  const made = await post("register", {
    name: "Ann",
    email: "ann@example.com",
    password: "correct horse battery",
  });
  if (made.status !== 201) throw new Error(await made.text());
});
afterAll(async () => host.stop());

const post = (route: string, body: object, address = "192.0.2.10") =>
  fetch(`${host.url}/api/v1/auth/${route}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
  });

describe("many sign-ins at once, with passwords that cost what they cost", () => {
  it("are shed with 429 and Retry-After instead of waiting; health answers, and the owner comes in after it", async () => {
    const started = Date.now();
    const took = async (answer: Promise<Response>) => {
      const { status, headers } = await answer;
      return { status, retry: headers.get("retry-after"), ms: Date.now() - started };
    };
    const storm = Array.from({ length: 150 }, (_, i) =>
      took(post("login", { username: `u${i}@x.test`, password: "not it" }, `198.51.100.${i % 60}`)),
    );
    const health = await took(fetch(`${host.url}/health`));
    const answers = await Promise.all(storm);
    const looked = answers.filter(({ status }) => status === 401);
    const shed = answers.filter(({ status }) => status === 429);
    expect(looked.length + shed.length).toBe(150);
    expect(looked.length).toBeGreaterThan(0);
    expect(shed.length).toBeGreaterThan(60);
    expect(shed.every(({ retry }) => Number(retry) > 0)).toBe(true);
    // Whoever is shed, and whoever asks for something else, waits for nobody's password.
    const lastLooked = Math.max(...looked.map(({ ms }) => ms));
    expect(Math.max(...shed.map(({ ms }) => ms))).toBeLessThan(lastLooked);
    expect(health.ms).toBeLessThan(lastLooked);
    const right = { username: "ann@example.com", password: "correct horse battery" };
    expect((await post("login", right, "203.0.113.5")).status).toBe(200);
  });

  it("of 20 guesses at one account from 20 addresses at once ten are looked at at most", async () => {
    const guess = (i: number) =>
      post("login", { username: "ann@example.com", password: "not it" }, `203.0.113.${100 + i}`);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(i)));
    // Behind the free ones one at a time passes, after waits of 1 s, 2 s, 4 s and so on.
    const waited = Math.floor(Math.log2(1 + (performance.now() - began) / 1_000));
    const statuses = answers.map(({ status }) => status);
    const looked = statuses.filter((status) => status === 401).length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(10 + waited);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - looked);
  });
});
