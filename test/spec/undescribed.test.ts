import { describe, expect, it } from "vitest";
import { z } from "zod";
import { apiDocument } from "#app/openapi/document.ts";
import { givenExample } from "#app/openapi/example.ts";
import type { ApiDocument } from "#app/openapi/types.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { API, mismatches } from "#test/support/conform.ts";
import { undescribed } from "#test/support/undescribed.ts";

describe("the words of the API", () => {
  it("are there for every operation and field: describe it where it is declared", () => {
    expect(undescribed(API)).toEqual([]);
  });

  it("hold examples that their schemas take", () => {
    for (const [name, schema] of Object.entries(API.components.schemas)) {
      for (const example of schema.examples ?? []) {
        expect(mismatches(schema, example), name).toEqual([]);
      }
    }
    let compared = 0;
    for (const [path, item] of Object.entries(API.paths)) {
      for (const { requestBody, responses } of Object.values(item)) {
        const contents = [requestBody, ...Object.values(responses)].flatMap((each) =>
          each && "content" in each ? Object.values(each.content ?? {}) : [],
        );
        for (const { schema, example } of contents) {
          const given = example ?? givenExample(schema ?? {}, API);
          if (given === undefined) continue;
          compared++;
          expect(mismatches(schema ?? {}, given), path).toEqual([]);
        }
      }
    }
    expect(compared).toBeGreaterThan(5);
  });
});

/** The document of one planted route. */
function planted(words: {
  description?: string;
  example?: { body?: { size: number }; answer?: unknown };
  size?: string;
  answer?: z.ZodType;
}): ApiDocument {
  const size = z.int();
  const body = z.strictObject({
    size: words.size === undefined ? size : size.describe(words.size),
  });
  const route = endpoint(
    {
      method: "POST",
      path: "/api/v1/planted",
      scope: "public",
      action: null,
      summary: "Planted.",
      body,
      answers: { 200: words.answer ?? z.object({}) },
      ...(words.description !== undefined && { description: words.description }),
      ...(words.example && { example: words.example }),
    },
    async () => ok({}),
  );
  return apiDocument([route], [], "0.0.0");
}

const about = (api: ApiDocument): string[] =>
  undescribed(api).filter((line) => line.includes("planted"));

describe("what has no words", () => {
  const whole = {
    description: "Plants something.",
    example: { body: { size: 3 }, answer: {} },
    size: "Bytes, 10 at most.",
  };

  it("is found in a planted operation, and nothing in one that has them", () => {
    expect(about(planted({}))).toEqual([
      "POST /api/v1/planted body.size",
      "POST /api/v1/planted description",
      "POST /api/v1/planted example",
    ]);
    expect(about(planted(whole))).toEqual([]);
  });

  it("is a single word, and half an example", () => {
    expect(about(planted({ ...whole, size: "Size." }))).toEqual(["POST /api/v1/planted body.size"]);
    expect(about(planted({ ...whole, description: "" }))).toEqual([
      "POST /api/v1/planted description",
    ]);
    expect(about(planted({ ...whole, example: { answer: {} } }))).toEqual([
      "POST /api/v1/planted example",
    ]);
  });

  it("is a field in a list, in a choice and in a map", () => {
    const bare = z.object({ bare: z.string() });
    const told = "What it holds.";
    const answer = z.object({
      list: z.array(bare).describe(told),
      choice: z.union([bare, z.null()]).describe(told),
      map: z.record(z.string(), bare).describe(told),
    });
    expect(about(planted({ ...whole, answer }))).toEqual([
      "POST /api/v1/planted 200.choice.bare",
      "POST /api/v1/planted 200.list[].bare",
      "POST /api/v1/planted 200.map.*.bare",
    ]);
  });

  it("is a field of a component, under its name", () => {
    const api: ApiDocument = {
      ...API,
      paths: {},
      components: {
        ...API.components,
        schemas: {
          Planted: {
            type: "object",
            properties: {
              told: { $ref: "#/components/schemas/Time", description: "When it was planted." },
              bare: { type: "string" },
            },
          },
        },
      },
    };
    expect(undescribed(api)).toEqual(["Planted.bare"]);
  });
});
