import type { InStatement, InValue } from "@libsql/client";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { type CastMember, castOf, UNKNOWN_ID } from "./cast.ts";
import type { Drawn, DrawnBody } from "./drawn-request.ts";
import { type Harness, harness, TEST_SECRETS } from "./harness.ts";
import { ANSWERING, peopleOf, recordsIn, refer } from "./records.ts";
import { uploadForm } from "./upload.ts";

/** The install that is asked: who asks, and the records that they may meet, newest last. */
export type World = {
  readonly t: Harness;
  readonly cast: readonly CastMember[];
  readonly ids: Map<string, number[]>;
  readonly wids: readonly number[];
  /** Puts back what lets the cast in: requests sign out, delete people and revoke keys. */
  heal(): Promise<void>;
};

const SECRET = TEST_SECRETS.TRACKING_SECRET;
const TOKENS = [
  hitToken(SECRET, 1 as WorkspaceId, 1 as SendId),
  unsubscribeToken(SECRET, 1 as WorkspaceId, 1 as SendId),
];

const times = <T>(n: number, value: T): T[] => Array<T>(n).fill(value);

export async function fuzzWorld(): Promise<World> {
  const t = await harness({
    ...ANSWERING,
    settings: { LOGIN_LIMIT_PER_MINUTE: "30", API_LIMIT_PER_MINUTE: "1000000" },
  });
  const { superAdmin, admin, employee, client, employeeKey, clientKey, nobody } = await castOf(t);
  const ids = new Map<string, number[]>();
  const own = employee.places.own ?? 0;
  for (let i = 0; i < 3; i++) {
    const records = {
      ...(await recordsIn(t, own, superAdmin.headers)),
      ...(await peopleOf(t, superAdmin.headers)),
    };
    for (const [kind, id] of Object.entries(records)) ids.set(kind, [...(ids.get(kind) ?? []), id]);
  }
  return {
    t,
    ids,
    // Most of the asking is done by those who get furthest, where the records are.
    cast: [
      ...times(6, superAdmin),
      ...times(4, employee),
      admin,
      admin,
      client,
      employeeKey,
      clientKey,
      nobody,
    ],
    wids: [
      ...times(15, own),
      superAdmin.places.own ?? 0,
      superAdmin.places.foreign ?? 0,
      UNKNOWN_ID,
    ],
    heal: await healer(t),
  };
}

async function healer(t: Harness): Promise<World["heal"]> {
  const statements: InStatement[] = [];
  for (const table of ["users", "sessions", "api_keys", "workspace_members"]) {
    const { rows } = await t.client.execute(`SELECT * FROM ${table}`);
    for (const row of rows) {
      const marks = Object.keys(row).map(() => "?");
      const sql = `INSERT OR REPLACE INTO ${table} (${Object.keys(row).join()}) VALUES (${marks.join()})`;
      statements.push({ sql, args: Object.values(row) as InValue[] });
    }
  }
  return async () => void (await t.client.batch(statements));
}

const pick = <T>(from: readonly T[], n: number): T | undefined =>
  from[n % Math.max(1, from.length)];

function urlOf({ ids, wids }: World, asked: Drawn): string {
  const segments = asked.template.split("/");
  const path = segments.map((segment, i) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return segment;
    const choice = asked.path[name] ?? 0;
    if (typeof choice === "string") return encodeURIComponent(choice.toWellFormed());
    if (name === "wid" && segments[i - 1] === "workspaces") return pick(wids, asked.who + choice);
    return pick<string | number>(ids.get(segments[i - 1] ?? "") ?? TOKENS, choice) ?? 1;
  });
  const query = asked.query.map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  );
  return `${path.join("/")}${asked.suffix}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** Sends a request; answers its status, and what is wrong with its answer, or null. */
export async function send(
  world: World,
  asked: Drawn,
): Promise<{ status: number; wrong: string | null }> {
  const { t, cast, ids } = world;
  const url = urlOf(world, asked);
  const who = pick(cast, asked.who);
  const records = Object.fromEntries(
    [...ids].map(([kind, known]) => [kind, pick(known, asked.who) ?? 1]),
  );
  const bare = asked.method === "GET" || asked.method === "HEAD";
  const body = bare || asked.body === null ? undefined : bodyToSend(asked.body, records);
  const headers = {
    ...(typeof body === "string" && { "content-type": "application/json" }),
    ...who?.headers,
    ...asked.headers,
  };
  try {
    const answer = await t.request(asked.method, url, body, headers);
    note(ids, answer.headers.get("location"));
    if (answer.status === 401 && who !== undefined && who.name !== "nobody") await world.heal();
    return { status: answer.status, wrong: null };
  } catch (cause) {
    const told = cause instanceof Error ? cause.message : String(cause);
    const request = `${asked.method} ${url} ${JSON.stringify(asked.headers)}`;
    const sent = JSON.stringify(asked.body)?.slice(0, 2_000);
    return { status: 0, wrong: `${told}\n  as ${who?.name}: ${request} ${sent}` };
  }
}

function bodyToSend(body: DrawnBody, records: Record<string, number>): string | FormData {
  if ("csv" in body) return uploadForm([["file", body.csv]]);
  return "text" in body ? body.text : JSON.stringify(refer(body.json, records));
}

/** Remembers what was made, so that later requests meet it. */
function note(ids: Map<string, number[]>, location: string | null): void {
  const [, kind, id] = /([\w-]+)\/(\d+)$/.exec(location ?? "") ?? [];
  if (kind !== undefined) ids.set(kind, [...(ids.get(kind) ?? []), Number(id)].slice(-6));
}
