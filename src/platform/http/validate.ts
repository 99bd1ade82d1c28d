import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { AppError, type FieldError } from "#platform/rules/errors.ts";
import type { AppEnv } from "./answer.ts";
import { fieldWords, MISSING } from "./field-words.ts";

z.config({ customError: fieldWords });

/** Validates one part of a request; the parsed value is `c.req.valid(part)`. */
export function validate(
  part: "json" | "query" | "param",
  schema: z.ZodType,
): MiddlewareHandler<AppEnv> {
  return zValidator(part, schema, (result) => {
    if (!result.success) throw mismatch(part, result.error.issues);
  }) as MiddlewareHandler<AppEnv>;
}

type Issue = z.core.$ZodIssue;

function mismatch(part: "json" | "query" | "param", issues: readonly Issue[]): AppError {
  if (part === "param") return new AppError("not_found", "Not found.");
  const errors = issues.flatMap(fieldErrors);
  return new AppError(
    part === "query" ? "malformed_request" : "validation_failed",
    part === "query"
      ? "A query parameter is invalid. See errors."
      : "Some fields are missing or invalid. See errors.",
    { errors },
  );
}

function fieldErrors(issue: Issue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: path === "" ? key : `${path}.${key}`,
      code: "unknown_field",
      message: "Unknown field. Check the spelling.",
    }));
  }
  const given = issue.code === "custom" ? issue.params?.["code"] : undefined;
  const code = issue.message === MISSING ? "required" : issue.code;
  return [{ path, code: typeof given === "string" ? given : code, message: issue.message }];
}

/** Validates what a route read by itself, such as the text parts of an upload. Throws `validation_failed`. */
export function parseFields<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw mismatch("json", parsed.error.issues);
  return parsed.data;
}
