import { expect, test } from "vitest";
import { ACTIONS, assertMayDo, mayDo, type Standing } from "#platform/access/permissions.ts";
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
