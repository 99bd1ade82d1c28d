import { expect, test } from "vitest";
import {
  ACTIONS,
  assertMayDo,
  mayDo,
  PERMISSIONS,
  type Standing,
} from "#platform/access/permissions.ts";
import {
  actionsOfClient,
  CLIENT_PRESETS,
  clientPresetOf,
  givenBy,
  SWITCHES,
  switchesOf,
  wholeSwitches,
} from "#platform/access/switches.ts";
import { KEY_ROLES, presetOf, PRESETS, presetScopes, scopesFor } from "#platform/access/presets.ts";

const employee: Standing = { role: "employee", byKey: false, only: null };
const key: Standing = { role: "employee", byKey: true, keyKind: "workspace", only: null };

test("a caller may what its role, the kind of its key and its limits allow, all three", () => {
  const limited = { ...employee, only: new Set(["leads.read", "admin.read"]) };
  expect(ACTIONS.filter((action) => mayDo(limited, action))).toEqual(["leads.read"]);
  const only = new Set(["leads.read", "api_keys.edit", "admin.read"]);
  expect(ACTIONS.filter((action) => mayDo({ ...key, only }, action))).toEqual(["leads.read"]);
  expect(ACTIONS.filter((action) => mayDo({ ...employee, only: new Set() }, action))).toEqual([]);
});

test("a refusal names the scope only where the role has it", () => {
  const refused = { ...key, only: new Set(["leads.read"]) };
  expect(() => assertMayDo(refused, "leads.edit")).toThrow("scope leads.edit");
  expect(() => assertMayDo(refused, "admin.edit")).toThrow("Your role does not allow this");
  expect(() => assertMayDo({ ...employee, only: new Set() }, "leads.edit")).toThrow("Your role");
});

test.each(KEY_ROLES)(
  "presets of $keyKind keys of role $role lie within their role, none alike",
  (role) => {
    const possible = scopesFor(role);
    for (const preset of PRESETS) {
      for (const everywhere of [true, false]) {
        const scopes = presetScopes(preset, role, everywhere);
        expect(possible).toEqual(expect.arrayContaining([...scopes]));
        if (preset !== "full") expect(presetOf(scopes, role, everywhere)).toBe(preset);
      }
    }
    expect(presetScopes("full", role, true)).toEqual(possible);
    expect(presetOf(null, role, true)).toBe("full");
    expect(presetOf(["leads.read"], role, true)).toBeNull();
  },
);

test("the preset read changes nothing, whatever the table has", () => {
  for (const role of KEY_ROLES) {
    for (const action of presetScopes("read", role, true)) {
      expect(action).toMatch(/\.read$|^workspaces\.list$|^mcp\.use$/);
    }
  }
});

test("every action that the table leaves to switches is given by one, and no other is", () => {
  const left = ACTIONS.filter((action) => PERMISSIONS[action].includes("c"));
  expect(new Set(SWITCHES.flatMap(givenBy))).toEqual(new Set(left));
  for (const action of left) expect(PERMISSIONS[action]).not.toContain("C");
});

test("a client of whom no switches are known has what every client has, and no more", () => {
  const client: Standing = { role: "client", byKey: false, only: null };
  expect(ACTIONS.filter((action) => mayDo(client, action))).toEqual(actionsOfClient([]));
  const everything = new Set<string>(ACTIONS);
  const most = ACTIONS.filter((action) => mayDo({ ...client, only: everything }, action));
  expect(most).toEqual(actionsOfClient(SWITCHES));
  expect(most).not.toContain("leads.delete");
});

test("presets of clients differ, are whole, and are found again by their switches in any order", () => {
  for (const preset of CLIENT_PRESETS) {
    const switches = switchesOf(preset);
    expect(wholeSwitches(switches)).toEqual(switches);
    expect(clientPresetOf([...switches].toReversed())).toBe(preset);
  }
  expect(clientPresetOf([])).toBeNull();
  expect(wholeSwitches(["upload_leads", "fly"])).toEqual(["see_leads", "upload_leads"]);
});
