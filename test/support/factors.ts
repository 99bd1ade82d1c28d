import { totpCode, totpStep } from "#modules/accounts/rules/totp.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { Authenticator } from "./authenticator.ts";
import type { Harness } from "./harness.ts";
import { type Caller, caller, cookieOf, PASSWORD } from "./staff.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The bytes of a secret as an app reads them. */
export function secretBytes(base32: string): Buffer {
  const bits = base32
    .split("")
    .map((c) => BASE32.indexOf(c).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

export const codeAt = (secret: string, at: number, steps = 0): string =>
  totpCode(secretBytes(secret), totpStep(at as UnixMs) + steps);

/** Sets an authenticator app, and moves to a step whose code is fresh. */
export async function setTotp(t: Harness, person: Caller) {
  const started = await person.post("/api/v1/auth/factors/totp");
  if (started.status !== 201) throw new Error(started.text);
  const secret: string = started.json.secret;
  const code = codeAt(secret, t.clock.now);
  const confirmed = await person.post("/api/v1/auth/factors/totp/confirm", { code });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  t.advance(30_000);
  return {
    id: started.json.id as number,
    secret,
    recoveryCodes: confirmed.json.recovery_codes as string[],
    /** The code of the present step, or of one so many steps later. */
    code: (steps = 0) => codeAt(secret, t.clock.now, steps),
  };
}

export async function addPasskey(person: Caller, authenticator = new Authenticator()) {
  const asked = await person.post("/api/v1/auth/factors/passkeys/options");
  if (asked.status !== 200) throw new Error(asked.text);
  const answer = await person.post("/api/v1/auth/factors/passkeys", {
    ticket: asked.json.ticket,
    name: "Laptop",
    response: authenticator.create(asked.json.options),
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return { authenticator, id: answer.json.id as number, answer: answer.json };
}

/** The first step of a sign-in: its ticket, and what may finish it. */
export async function password(t: Harness, username: string, secret = PASSWORD) {
  const answer = await t.post("/api/v1/auth/login", { username, password: secret }, { cookie: "" });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
}

export const finish = (t: Harness, body: unknown, headers: Record<string, string> = {}) =>
  t.post("/api/v1/auth/login/factor", body, { cookie: "", ...headers });

/** Confirms who a person is: the same person, with the cookie from then on. */
export async function reauthenticated(t: Harness, person: Caller): Promise<Caller> {
  const body = { method: "password", password: PASSWORD };
  const answer = await person.post("/api/v1/auth/reauthenticate", body);
  if (answer.status !== 200) throw new Error(answer.text);
  return caller(t, person.id, cookieOf(answer));
}
