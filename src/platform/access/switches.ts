import { type Action, ACTIONS, PERMISSIONS } from "./permissions.ts";

/** What a workspace's clients may do beyond reading its campaigns, figures and inbox. */
export const SWITCHES = [
  "see_leads",
  "edit_leads",
  "upload_leads",
  "answer_threads",
  "start_and_pause",
  "approve",
  "see_mailboxes",
] as const;
export type Switch = (typeof SWITCHES)[number];

/** Actions that the table leaves to the switches: each has to be given by one. */
export type SwitchedAction = {
  [A in Action]: (typeof PERMISSIONS)[A] extends `${string}c${string}` ? A : never;
}[Action];

const SEEN_LEADS = ["leads.read", "suppressions.read"] as const;

const GIVEN = {
  see_leads: SEEN_LEADS,
  edit_leads: [...SEEN_LEADS, "leads.edit"],
  upload_leads: [...SEEN_LEADS, "leads.import"],
  answer_threads: ["threads.answer", "threads.presence"],
  start_and_pause: ["campaigns.run"],
  approve: ["campaigns.approve"],
  see_mailboxes: ["mailboxes.read"],
} as const satisfies Record<Switch, readonly SwitchedAction[]>;

/** What a switch gives. */
export const givenBy = (name: Switch): readonly SwitchedAction[] => GIVEN[name];

/** The switches that give an action; none: the table alone decides. */
export const switchesGiving = (action: Action): readonly Switch[] =>
  SWITCHES.filter((name) => givenBy(name).some((given) => given === action));

/** Named sets of switches. `classic` is what every client could do before there were switches. */
export const CLIENT_PRESETS = ["viewer", "inbox", "manager", "classic"] as const;
export type ClientPreset = (typeof CLIENT_PRESETS)[number];

const PRESET_SWITCHES: Readonly<Record<ClientPreset, readonly Switch[]>> = {
  viewer: ["see_leads"],
  inbox: ["see_leads", "answer_threads"],
  manager: SWITCHES,
  classic: ["see_leads", "edit_leads", "answer_threads", "see_mailboxes"],
};

export const switchesOf = (preset: ClientPreset): readonly Switch[] => PRESET_SWITCHES[preset];

const actionsBy = (switches: readonly string[]): ReadonlySet<string> =>
  new Set(SWITCHES.filter((name) => switches.includes(name)).flatMap((name) => GIVEN[name]));

/** The same in their order, with those that others contain: who uploads leads sees them. */
export function wholeSwitches(switches: readonly string[]): readonly Switch[] {
  const actions = actionsBy(switches);
  return SWITCHES.filter((name) => GIVEN[name].every((action) => actions.has(action)));
}

/** The preset that has just these switches; null: chosen one by one. */
export function clientPresetOf(switches: readonly string[]): ClientPreset | null {
  const whole = wholeSwitches(switches).join();
  return (
    CLIENT_PRESETS.find((preset) => wholeSwitches(switchesOf(preset)).join() === whole) ?? null
  );
}

/** Every action of a client with these switches, in the order of the table. A later version's switches give nothing. */
export function actionsOfClient(switches: readonly string[]): readonly Action[] {
  const actions = actionsBy(switches);
  return ACTIONS.filter((action) => {
    const rule: string = PERMISSIONS[action];
    return rule.includes("C") || actions.has(action);
  });
}
