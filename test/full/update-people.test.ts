import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { decodeJwt } from "jose";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { signSession } from "#modules/accounts/sign-in/token.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { asId, unixMs } from "#platform/rules/ids.ts";
import { earlierInstall } from "#test/support/earlier-install.ts";
import { startNodeHost } from "#test/support/node-host.ts";

/** What the archive says of its people: as 0.1.0 answered it. */
const People = z.object({
  password: z.string(),
  people: z.record(z.string(), z.object({ id: z.int(), email: z.string(), role: z.string() })),
  keys: z.record(z.string(), z.object({ id: z.int(), key: z.string(), by: z.string() })),
  /** Cookies. */
  sessions: z.record(z.string(), z.string()),
  workspaces: z.record(z.string(), z.int()),
  campaign: z.int(),
  lead: z.int(),
  webhook: z.int(),
  mailbox: z.int(),
  /** Whether each was let in, by method and path in the client's workspace. */
  before: z.record(z.string(), z.record(z.string(), z.string())),
  before_keys: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Answers are read freely here; their shapes are proved elsewhere. */
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = { status: number; json: any };

/** Sessions of the archive, as they were a moment after they were opened. */
async function openAgain(cookie: string, secret: string, now: number): Promise<string> {
  const { sub, sid, sv, act } = decodeJwt<{ sid: string; sv: number; act?: { sub: string } }>(
    cookie.replace(/^auth_token=/, ""),
  );
  const token = await signSession(secret, {
    userId: asId(Number(sub)),
    sessionId: sid,
    sessionVersion: sv,
    actorId: act ? asId(Number(act.sub)) : null,
    expiresAt: later(unixMs(now), DAY_MS),
    now: unixMs(now),
  });
  return `auth_token=${token}`;
}

it("people, keys, clients, sessions, settings and registration of 0.1.0 are after the update what they were, flagged where something should change", async () => {
  const { dataDir, database, json } = await earlierInstall("0.1.0-people.tar.gz");
  const known = People.parse(json("people.json"));
  const { people, keys, workspaces } = known;
  const acme = workspaces["acme"] ?? 0;
  const idOf = (name: string): number => people[name]?.id ?? 0;

  // The archive may be years old: what was a moment ago is a moment ago.
  const now = Date.now();
  const db = createClient({ url: database });
  onTestFinished(() => db.close());
  await db.execute(`UPDATE sessions SET expires_at = ${now + DAY_MS}`);
  await db.execute(
    `UPDATE workspaces SET deleted_at = ${now - DAY_MS} WHERE deleted_at IS NOT NULL`,
  );
  const auditBefore = (await db.execute("SELECT count(*) AS n, max(at) AS last FROM audit_log"))
    .rows[0];
  await db.execute(`UPDATE audit_log SET at = at + ${now - Number(auditBefore?.["last"])}`);
  const secret =
    /^AUTH_SECRET=(.+)$/m.exec(readFileSync(join(dataDir, "secrets.env"), "utf8"))?.[1] ?? "";
  const sessions = Object.fromEntries(
    await Promise.all(
      Object.entries(known.sessions).map(async ([name, cookie]) => [
        name,
        await openAgain(cookie, secret, now),
      ]),
    ),
  ) as Record<string, string>;

  const host = await startNodeHost({
    dataDir,
    env: {
      TICK_SECONDS: "0.5",
      REGISTRATION: "",
      LOGIN_LIMIT_PER_MINUTE: "1000",
      API_LIMIT_PER_MINUTE: "100000",
    },
  });
  onTestFinished(() => host.stop());
  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Answer> => {
    const answer = await fetch(`${host.url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === "" ? null : JSON.parse(text) };
  };
  const by = (name: string) => ({ cookie: sessions[name] ?? "" });
  const withKey = (name: string) => ({ authorization: `Bearer ${keys[name]?.key}` });
  const inside = `/workspaces/${acme}`;

  // Sessions go on, and each person and key is let in wherever they were, and nowhere else.
  const standing = async (headers: Record<string, string>, before: Record<string, string>) =>
    Object.fromEntries(
      await Promise.all(
        Object.keys(before).map(async (route) => {
          const [method = "", path = ""] = route.split(" ");
          const { status, json: answer } = await ask(
            method,
            `${inside}${path}`,
            headers,
            method === "GET" ? undefined : "{",
          );
          return [route, status === 401 || status === 403 ? answer.code : "in"];
        }),
      ),
    );
  for (const [name, before] of Object.entries(known.before)) {
    expect([name, await standing(by(name), before)]).toEqual([name, before]);
  }
  for (const [name, before] of Object.entries(known.before_keys)) {
    expect([name, await standing(withKey(name), before)]).toEqual([name, before]);
  }
  const acting = await ask("GET", "/auth/me", by("ann as cleo"));
  expect(acting.json).toMatchObject({
    user: { id: idOf("cleo") },
    impersonator: { id: idOf("ann") },
  });

  // Passwords and roles; nobody needs a factor.
  for (const [name, { id, email, role }] of Object.entries(people)) {
    const signedIn = await ask(
      "POST",
      "/auth/login",
      {},
      JSON.stringify({ username: email, password: known.password }),
    );
    const isGone = name === "leo" || name === "gil";
    expect([name, signedIn.status]).toEqual([name, isGone ? 401 : 200]);
    if (!isGone) expect(signedIn.json.user).toMatchObject({ id, email, role });
  }
  const listed = await ask("GET", "/admin/employees", by("ada"));
  const there: string[] = listed.json.data.map(({ email }: { email: string }) => email);
  expect(there.toSorted()).toEqual(
    ["rob", "ada", "eve", "uma"].map((name) => String(people[name]?.email)).toSorted(),
  );

  // Keys: those whose creators had left go on, and wait to be adopted; a revoked one stays so.
  const own = await ask("GET", `${inside}/api-keys`, by("ann"));
  expect(
    Object.fromEntries(
      own.json.data.map((key: Record<string, unknown>) => [
        key["name"],
        [key["status"], key["preset"], key["scopes"], key["expires_at"], key["allow_cidrs"]],
      ]),
    ),
  ).toEqual({
    crm: ["active", "full", null, null, []],
    report: ["active", "full", null, null, []],
    "leo sync": ["flagged", "full", null, null, []],
    "leo report": ["flagged", "full", null, null, []],
    "uma sync": ["flagged", "full", null, null, []],
  });
  const orphaned = await ask("GET", "/admin/orphaned-api-keys", by("ada"));
  expect(
    orphaned.json.data
      .map(({ name, status }: { name: string; status: string }) => `${name}: ${status}`)
      .toSorted(),
  ).toEqual(["leo report: flagged", "leo sync: flagged", "uma sync: flagged"]);
  const adopted = await ask(
    "POST",
    `${inside}/api-keys/${keys["leo sync"]?.id}/adopt`,
    by("ada"),
    "{}",
  );
  expect([adopted.status, adopted.json]).toMatchObject([200, { status: "active" }]);

  // Clients keep their rights as the preset `classic`.
  for (const name of ["acme", "borea"]) {
    const access = await ask("GET", `/admin/clients/${workspaces[name]}/access`, by("ada"));
    expect([access.status, access.json.preset]).toEqual([200, "classic"]);
  }
  expect((await ask("GET", "/auth/me", by("cleo"))).json.workspaces).toMatchObject([
    { id: acme, role: "client" },
  ]);
  expect((await ask("GET", `${inside}/leads/${known.lead}`, by("cleo"))).json.company).toBe(
    "Changed by Cleo",
  );
  const edit = JSON.stringify({ company: "Changed again" });
  expect((await ask("PUT", `${inside}/leads/${known.lead}`, by("cleo"), edit)).status).toBe(200);
  // Nothing of what came since is open to them.
  expect((await ask("GET", "/templates", by("cleo"))).status).toBe(403);
  // A deletion of before can still be taken back.
  const gone = await ask("POST", `/admin/clients/${workspaces["gone"]}/restore`, by("ada"), "{}");
  expect(gone.status).toBe(200);

  // Settings, the look, and who may sign up.
  const settings = await ask("GET", `${inside}/settings`, by("eve"));
  expect(settings.json).toMatchObject({
    general: { timezone: "Europe/Berlin", from_company: "Acme Ltd" },
    compliance: { retention_days: 90 },
    report: { enabled: false },
  });
  expect((await ask("GET", "/setup/branding", {})).json.name).toBe("Northgate");
  expect((await ask("GET", "/admin/settings", by("ada"))).json).toMatchObject({
    registration: "closed",
    required_factor_roles: [],
    idle_minutes: null,
    opt_outs_for_all: false,
    first_contact_days: 0,
  });
  const stranger = JSON.stringify({ name: "X", email: "x@else.test", password: known.password });
  expect((await ask("POST", "/auth/register", {}, stranger)).status).toBe(403);
  for (const path of [
    `${inside}/campaigns/${known.campaign}`,
    `${inside}/webhooks/${known.webhook}`,
    `${inside}/mailboxes/${known.mailbox}`,
  ]) {
    expect([path, (await ask("GET", path, by("eve"))).status]).toEqual([path, 200]);
  }

  // The audit log has what was before, in order, and finds it by the new filters.
  const log = await ask("GET", `/admin/audit?action=employee.deleted`, by("ada"));
  expect(log.json.data).toMatchObject([
    { user: { id: idOf("ann") }, target: { type: "user", id: String(idOf("leo")) } },
  ]);
  const ofClient = await ask(
    "GET",
    `/admin/audit?target_type=workspace&target_id=${workspaces["gone"]}`,
    by("ada"),
  );
  expect(ofClient.json.data.map(({ action }: { action: string }) => action)).toEqual([
    "client.restored",
    "client.deleted",
    "client.created",
  ]);
  const whole = await ask("GET", "/admin/audit?limit=1", by("ada"));
  expect(whole.json.pagination.total).toBeGreaterThan(Number(auditBefore?.["n"]));
});
