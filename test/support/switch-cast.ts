import { type Action, PERMISSIONS } from "#platform/access/permissions.ts";
import type { Cast } from "./cast.ts";
import type { Harness } from "./harness.ts";

/** What each switch gives, written down once more: a change of it is a change of who may do what. */
const GIVES = {
  see_leads: ["leads.read", "suppressions.read"],
  edit_leads: ["leads.read", "suppressions.read", "leads.edit"],
  upload_leads: ["leads.read", "suppressions.read", "leads.import"],
  answer_threads: ["threads.answer", "threads.presence"],
  start_and_pause: ["campaigns.run"],
  approve: ["campaigns.approve"],
  see_mailboxes: ["mailboxes.read"],
} as const satisfies Record<string, readonly Action[]>;
type Name = keyof typeof GIVES;
const NAMES = Object.keys(GIVES) as Name[];

const PRESETS = {
  viewer: ["see_leads"],
  inbox: ["see_leads", "answer_threads"],
  manager: NAMES,
  classic: ["see_leads", "edit_leads", "answer_threads", "see_mailboxes"],
} as const satisfies Record<string, readonly Name[]>;

/** Every way to set the switches that is tried: none, each alone, all but each, and the presets. */
export const SETTINGS: readonly {
  readonly name: string;
  readonly body: object;
  readonly gives: ReadonlySet<string>;
  /** What only the switch of this setting opens or closes. */
  readonly decides: ReadonlySet<string>;
}[] = [
  { name: "none", body: { switches: [] }, on: [], by: [] },
  ...NAMES.map((name) => ({ name, body: { switches: [name] }, on: [name], by: [name] })),
  ...NAMES.map((name) => {
    const on = NAMES.filter((other) => other !== name);
    return { name: `all but ${name}`, body: { switches: on }, on, by: [name] };
  }),
  ...Object.entries(PRESETS).map(([preset, on]) => ({
    name: preset,
    body: { preset },
    on,
    by: [],
  })),
].map(({ name, body, on, by }) => ({
  name,
  body,
  gives: new Set<string>(on.flatMap((each) => GIVES[each])),
  decides: new Set<string>(by.flatMap((each) => GIVES[each])),
}));

/** Somebody whom the switches of a workspace concern, or do not. */
export type SwitchMember = {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wid: number;
  /** What the table says, with what the switches give at that moment. */
  readonly may: (action: Action, gives: ReadonlySet<string>) => boolean;
};

const SCOPES: readonly Action[] = ["leads.read", "leads.import", "campaigns.read", "campaigns.run"];

/** A client, its workspace's keys of either role, and the one that sets the switches. */
export async function switchCast(t: Harness, cast: Cast) {
  const wid = cast.client.places.own ?? 0;
  const admin = cast.superAdmin.headers;
  const rule = (action: Action): string => PERMISSIONS[action];
  const ofClient = (action: Action, gives: ReadonlySet<string>): boolean =>
    rule(action).includes("C") || (rule(action).includes("c") && gives.has(action));
  const key = async (role: string, scopes: readonly string[] | null) => {
    const body = { name: role, role, scopes };
    const made = await t.post(`/api/v1/workspaces/${wid}/api-keys`, body, admin);
    if (made.status !== 201) throw new Error(made.text);
    return { authorization: `Bearer ${made.json.key}` };
  };
  const members: SwitchMember[] = [
    { name: "client", headers: cast.client.headers, wid, may: ofClient },
    {
      name: "client's key",
      headers: await key("client", null),
      wid,
      may: (action, gives) => rule(action).includes("K") && ofClient(action, gives),
    },
    {
      name: "client's key with scopes",
      headers: await key("client", SCOPES),
      wid,
      may: (action, gives) => SCOPES.includes(action) && ofClient(action, gives),
    },
    {
      name: "employee's key",
      headers: await key("employee", null),
      wid,
      may: (action) => /E.*K/.test(rule(action)),
    },
    {
      name: "client's key of a workspace with other switches",
      headers: cast.clientKey.headers,
      wid: cast.clientKey.places.own ?? 0,
      may: (action) =>
        rule(action).includes("K") &&
        ofClient(action, new Set(PRESETS.classic.flatMap((each) => GIVES[each]))),
    },
  ];
  const set = async (body: object): Promise<void> => {
    const answer = await t.request("PUT", `/api/v1/admin/clients/${wid}/access`, body, admin);
    if (answer.status !== 200) throw new Error(answer.text);
  };
  return { members, set };
}
