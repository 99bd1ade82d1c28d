import { describe, expect, it } from "vitest";
import { type Column, planColumns } from "#modules/leads/rules/files/columns.ts";
import { AppError } from "#platform/rules/errors.ts";

const names = (plan: readonly Column[]) =>
  plan.map((column) =>
    column?.kind === "custom"
      ? `custom.${column.key}`
      : column?.kind === "field"
        ? column.field
        : (column?.kind ?? null),
  );
const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return error instanceof AppError ? error.errors[0]?.code : String(error);
  }
  return undefined;
};

describe("the columns of an upload", () => {
  it.each([
    [
      ["email", "first_name", "last_name", "company", "job_title", "phone"],
      ["email", "first_name", "last_name", "company", "job_title", "phone"],
    ],
    [
      ["E-mail", "First Name", "Last Name", "Company Name", "Job Title", "Phone Number"],
      ["email", "first_name", "last_name", "company", "job_title", "phone"],
    ],
    [
      ["EMAIL ADDRESS", "firstName", "LASTNAME", "Organisation", "Position", "Mobile"],
      ["email", "first_name", "last_name", "company", "job_title", "phone"],
    ],
    [
      ["Given Name", "Family Name", "E-mail 1 - Value", "Organization 1 - Name", "Phone 1 - Value"],
      ["first_name", "last_name", "email", "company", "phone"],
    ],
    [
      [" Work Email ", "Surname", "Tel."],
      ["email", "last_name", "phone"],
    ],
  ])("%j are the named fields", (headers, fields) => {
    expect(names(planColumns(headers))).toEqual(fields);
  });

  it("makes the rest custom fields with keys that a template can name", () => {
    expect(
      names(
        planColumns([
          "email",
          "City / Ort",
          "Größe",
          "",
          "Deal (€)",
          "__proto__",
          "city ort",
          "Company",
          "Account",
        ]),
      ),
    ).toEqual([
      "email",
      "custom.city_ort",
      "custom.größe",
      "custom.column_4",
      "custom.deal",
      "custom.proto",
      "custom.city_ort_2",
      "company",
      "custom.account",
    ]);
  });

  it("lets the mapping decide first", () => {
    const headers = ["Contact", "Email", "Vorname", "Notes", "Plan"];
    const mapping = { Contact: "email", vorname: "first_name", Notes: null, Plan: "custom.Tier" };
    expect(names(planColumns(headers, mapping))).toEqual([
      "email",
      "custom.email",
      "first_name",
      null,
      "custom.tier",
    ]);
  });

  it("refuses a file or a mapping that cannot be meant", () => {
    expect(codeOf(() => planColumns(["name", "city"]))).toBe("no_email_column");
    expect(codeOf(() => planColumns(["email"], { email: "" }))).toBe("no_email_column");
    expect(codeOf(() => planColumns(["email"], { mail2: "phone" }))).toBe("unknown_column");
    expect(codeOf(() => planColumns(["email", "a", "b"], { a: "phone", b: "phone" }))).toBe(
      "duplicate_field",
    );
    expect(codeOf(() => planColumns(Array.from({ length: 65 }, (_, i) => `c${i}`)))).toBe(
      "too_many_columns",
    );
  });
});
