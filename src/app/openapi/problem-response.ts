import type { ErrorCode } from "#platform/rules/errors.ts";
import { PROBLEMS } from "#platform/http/problem.ts";
import type { ApiResponse, Ref } from "./types.ts";

/** The response of one status with these codes: described once, however many routes answer it. */
export function problemResponse(
  known: Map<string, ApiResponse>,
  status: number,
  codes: readonly ErrorCode[],
): Ref {
  const response = describe(status, codes);
  const short = [status, ...codes].map(abbreviated).join("-");
  const taken = known.get(short)?.description ?? response.description;
  const name = taken === response.description ? short : [status, ...codes].join("-");
  if (!known.has(name)) known.set(name, response);
  return { $ref: `#/components/responses/${name}` };
}

/** The first code whole, of the others their initials: a name of the document stands at hundreds of routes. */
const abbreviated = (part: string | number, place: number): string =>
  place < 2 ? String(part) : initials(String(part));
const initials = (code: string): string =>
  code
    .split("_")
    .map((word) => word.slice(0, 2))
    .join("");

function describe(status: number, codes: readonly ErrorCode[]): ApiResponse {
  return {
    description: codes.map((code) => `${PROBLEMS[code][1]} (${code}).`).join(" "),
    "x-codes": codes,
    ...(status === 429 && {
      headers: {
        "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
      },
    }),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            {
              type: "object",
              properties: { status: { const: status }, code: { type: "string", enum: codes } },
            },
          ],
        },
      },
    },
  };
}
