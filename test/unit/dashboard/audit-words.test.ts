import { describe, expect, it } from "vitest";
import { actionWords, auditWords } from "#dashboard/rooms/admin/audit/audit-words.ts";
import { AUDIT_ACTIONS } from "#modules/accounts/rules/audit-actions.ts";

const bare = { target: null, details: {} };

describe("a line of the audit log", () => {
  it("is a sentence for everything that the server writes down, with or without details", () => {
    const said = AUDIT_ACTIONS.map((action) => auditWords({ ...bare, action }));
    for (const [index, text] of said.entries()) {
      expect(text).toMatch(/^[A-Z][a-z]+ ?/);
      expect(text).not.toContain(AUDIT_ACTIONS[index]);
      expect(text).not.toMatch(/undefined|null|_/);
    }
    expect(new Set(said).size).toBe(said.length);
  });

  it("has a short name for each, by which it is chosen", () => {
    const names = AUDIT_ACTIONS.map(actionWords);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z ]+$/);
    expect(names).toContain("Campaign paused");
    expect(names).toContain("API key created");
    expect(names).toContain("Signed in");
  });

  it("names whom and what", () => {
    const target = (type: string, id: string) => ({ type, id });
    expect([
      auditWords({
        action: "employee.created",
        target: target("user", "4"),
        details: { name: "Jo", role: "employee" },
      }),
      auditWords({
        action: "settings.changed",
        target: target("workspace", "1"),
        details: { fields: ["tracking.domain", "general.name", "ai.model", "report.enabled"] },
      }),
      auditWords({
        action: "record.deleted",
        target: target("lead", "9"),
        details: { erased: true },
      }),
      auditWords({ action: "leads.deleted", target: null, details: { leads: 1_200 } }),
      auditWords({ action: "assignment.created", target: null, details: { employee_id: 4 } }),
      auditWords({ action: "something.newer", target: null, details: {} }),
    ]).toEqual([
      "Added “Jo” as employee",
      "Changed the settings: tracking domain, general name, ai model, 1 more",
      "Erased lead 9",
      "Deleted 1,200 leads",
      "Gave user 4 access to the workspace",
      "something.newer",
    ]);
  });
});
