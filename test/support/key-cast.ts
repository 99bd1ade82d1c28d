import { eq } from "drizzle-orm";
import { apiKeys, installKeys } from "#modules/accounts/schema/access.ts";
import { type Action, PERMISSIONS } from "#platform/access/permissions.ts";
import { PRESETS } from "#platform/access/presets.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { type Cast, UNKNOWN_ID } from "./cast.ts";
import { CLIENT_ADDRESS, type Harness } from "./harness.ts";

/** What a key is, as the table knows it. */
type Kind = "employee" | "client" | "everywhere" | "named";
export const KINDS: readonly Kind[] = ["employee", "client", "everywhere", "named"];

/** A key, and what the permission table says of it, worked out by nothing of the product but the table. */
export type KeyMember = {
  readonly name: string;
  readonly kind: Kind;
  readonly headers: Readonly<Record<string, string>>;
  /** What decides before the table: every route but public ones answers this letter. */
  readonly always?: "a" | "r";
  readonly may: (action: Action) => boolean;
};

const LETTERS = { employee: "EK", client: "[Cc]K", everywhere: "AI", named: "AI" } as const;

/** Whether a key of that kind can have a scope: both of its letters are in the table's rule. */
export const possible = (kind: Kind, action: Action): boolean =>
  (LETTERS[kind].match(/\[\w+\]|\w/g) ?? []).every((letter) =>
    new RegExp(letter).test(PERMISSIONS[action]),
  );

const ACTIONS = Object.keys(PERMISSIONS) as Action[];
export const possibleFor = (kind: Kind): Action[] =>
  ACTIONS.filter((action) => possible(kind, action));

/** What `full` leaves out for a key of named workspaces: what a workspace's key never may. */
const reaches = (action: Action): boolean => !PERMISSIONS[action].includes("K");

/** Makes keys of every kind by the routes; each kind in a workspace of its own, or for it. */
export async function keyMaker(t: Harness, cast: Cast) {
  const wid = cast.employeeKey.places.own ?? 0;
  const admin = cast.superAdmin.headers;
  const pathOf = (kind: Kind): string =>
    kind === "everywhere" || kind === "named"
      ? "/api/v1/admin/api-keys"
      : `/api/v1/workspaces/${wid}/api-keys`;
  const bodyOf = (kind: Kind) =>
    kind === "named" ? { workspace_ids: [wid] } : kind === "everywhere" ? {} : { role: kind };

  async function make(
    kind: Kind,
    name: string,
    limits: Readonly<Record<string, unknown>>,
    may: KeyMember["may"],
    headers: Readonly<Record<string, string>> = admin,
  ): Promise<KeyMember & { readonly id: number }> {
    const body = { name: name.slice(0, 100), ...bodyOf(kind), ...limits };
    const made = await t.post(pathOf(kind), body, headers);
    if (made.status !== 201) throw new Error(`${kind} ${name}: ${made.text}`);
    return {
      name: `${kind}: ${name}`,
      kind,
      headers: { authorization: `Bearer ${made.json.key}` },
      may,
      id: made.json.id,
    };
  }

  return {
    wid,
    make,
    full: (kind: Kind) =>
      make(
        kind,
        "full",
        {},
        (action) => possible(kind, action) && !(kind === "named" && reaches(action)),
      ),
    only: (kind: Kind, action: Action) =>
      make(kind, `only ${action}`, { scopes: [action] }, (asked) => asked === action),
    allBut: (kind: Kind, action: Action) =>
      make(
        kind,
        `all but ${action}`,
        { scopes: possibleFor(kind).filter((other) => other !== action) },
        (asked) => asked !== action && possible(kind, asked),
      ),
    async presets(kind: Kind): Promise<KeyMember[]> {
      const made: KeyMember[] = [];
      for (const preset of PRESETS.filter((each) => each !== "full")) {
        // What a preset became is shown; that is what it may, neither more nor less.
        const key = await t.post(
          pathOf(kind),
          { name: preset, ...bodyOf(kind), scopes: [preset] },
          admin,
        );
        const scopes = new Set<string>(key.json.scopes);
        made.push({
          name: `${kind}: ${preset}`,
          kind,
          headers: { authorization: `Bearer ${key.json.key}` },
          may: (action) => scopes.has(action),
        });
      }
      return made;
    },
    /** Keys that are refused before the table is asked. */
    async refused(kind: Kind): Promise<KeyMember[]> {
      const never = () => false;
      const until = new Date(t.clock.now + HOUR_MS).toISOString();
      const expired = await make(kind, "expired", { expires_at: until }, never);
      const ranges = { allow_cidrs: ["203.0.113.0/24", "2001:db8::/32"] };
      const outside = await make(kind, "outside its ranges", ranges, never);
      const revoked = await make(kind, "revoked", {}, never);
      await t.request("DELETE", `${pathOf(kind)}/${revoked.id}`, undefined, admin);
      const orphaned = await make(kind, "orphaned", {}, never);
      const table = kind === "everywhere" || kind === "named" ? installKeys : apiKeys;
      await t.db
        .update(table)
        .set({ createdBy: UNKNOWN_ID as UserId })
        .where(eq(table.id, orphaned.id));
      return [
        { ...expired, always: "a" },
        { ...outside, always: "r" },
        {
          ...outside,
          name: `${kind}: from a neighbour of its range`,
          headers: { ...outside.headers, [CLIENT_ADDRESS]: "203.0.114.0" },
          always: "r",
        },
        { ...revoked, always: "a" },
        { ...orphaned, always: "a" },
      ];
    },
    /** A key within its ranges, which is let in as one without. */
    async inside(kind: Kind): Promise<KeyMember> {
      const key = await make(
        kind,
        "inside its range",
        { allow_cidrs: ["203.0.113.0/24"] },
        (action) => possible(kind, action) && !(kind === "named" && reaches(action)),
      );
      return { ...key, headers: { ...key.headers, [CLIENT_ADDRESS]: "203.0.113.77" } };
    },
  };
}
