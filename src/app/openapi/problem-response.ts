import type { ErrorCode } from "#platform/rules/errors.ts";
import { PROBLEMS } from "#platform/http/problem.ts";
import type { ApiResponse, Ref } from "./types.ts";

/** The response of one status with these codes: described once, however many routes answer it. */
export function problemResponse(
  known: Map<string, ApiResponse>,
  status: number,
  codes: readonly ErrorCode[],
): Ref {
  const name = [status, ...codes].join("-");
  if (!known.has(name)) known.set(name, describe(status, codes));
  return { $ref: `#/components/responses/${name}` };
}

function describe(status: number, codes: readonly ErrorCode[]): ApiResponse {
  return {
    description: codes.map((code) => `${PROBLEMS[code][1]} (${code}).`).join(" "),
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
