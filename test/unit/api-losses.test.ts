import { describe, expect, it } from "vitest";
import { apiLosses } from "#test/support/api-losses.ts";

const field = (type: string) => ({ type });
const document = (change: {
  readonly answer?: object;
  readonly body?: object;
  readonly parameters?: readonly object[];
  readonly method?: string;
}) => ({
  components: {
    schemas: {
      Lead: change.answer ?? {
        properties: {
          id: field("integer"),
          tags: { items: { properties: { name: field("string") } } },
        },
      },
    },
  },
  paths: {
    "/leads/{id}": {
      [change.method ?? "put"]: {
        parameters: change.parameters ?? [{ in: "path", name: "id", required: true }],
        requestBody: {
          content: {
            "application/json": {
              schema: change.body ?? {
                properties: { email: field("string"), title: field("string") },
                required: ["email"],
              },
            },
          },
        },
        responses: {
          200: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Lead" } } },
          },
        },
      },
    },
  },
});

describe("what a later API took away", () => {
  it("is nothing where it only gives more", () => {
    const more = document({
      answer: {
        properties: {
          id: field("integer"),
          tags: { items: { properties: { name: field("string"), color: field("string") } } },
          city: field("string"),
        },
      },
      body: {
        properties: { email: field("string"), title: field("string"), city: field("string") },
        required: ["email"],
      },
      parameters: [
        { in: "path", name: "id", required: true },
        { in: "query", name: "fields" },
      ],
    });
    expect(apiLosses(document({}), more)).toEqual([]);
  });

  it("is nothing where a refusal comes no more", () => {
    const { paths } = document({});
    const before = structuredClone(paths) as Record<string, Record<string, { responses: object }>>;
    const operation = before["/leads/{id}"]?.["put"];
    if (operation) Object.assign(operation.responses, { 409: { description: "Conflict" } });
    expect(Object.keys(operation?.responses ?? {})).toEqual(["200", "409"]);
    expect(apiLosses({ ...document({}), paths: before }, document({}))).toEqual([]);
  });

  it.each([
    [{ method: "patch" }, "gone: PUT /leads/{id}"],
    [{ answer: { properties: { id: field("integer") } } }, "gone: PUT /leads/{id} 200 .tags"],
    [
      { answer: { properties: { id: field("integer"), tags: { items: { properties: {} } } } } },
      "gone: PUT /leads/{id} 200 .tags[].name",
    ],
    [{ body: { properties: { email: field("string") } } }, "gone: PUT /leads/{id} body.title"],
    [
      {
        body: {
          properties: { email: field("string"), title: field("string") },
          required: ["email", "title"],
        },
      },
      "required now: PUT /leads/{id} body.title",
    ],
    [
      {
        parameters: [
          { in: "path", name: "id", required: true },
          { in: "query", name: "fields", required: true },
        ],
      },
      "required now: PUT /leads/{id} query fields",
    ],
  ])("is found: %j", (change, loss) => {
    expect(apiLosses(document({}), document(change))).toContain(loss);
  });
});
