import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "#platform/rules/errors.ts";
import type { AppEnv } from "./answer.ts";
import { readCappedBytes, tooLarge } from "./read-capped.ts";

/** JSON nested deeper is refused before any schema sees it. */
export const MAX_JSON_DEPTH = 32;

/**
 * Reads a JSON body within its limits: 413 above `maxBytes`, 415 for another type, 400 for what is
 * no JSON or is nested too deep. An absent or empty body counts as `{}`.
 */
export function jsonBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async function readJsonBody(c, next) {
    const declared = Number(c.req.header("content-length") ?? 0);
    if (declared > maxBytes) throw tooLarge(maxBytes);
    const text = utf8(await readCappedBytes(c.req.raw.body, maxBytes));
    if (text.trim() === "") {
      cacheText(c, "{}");
    } else {
      const type = (c.req.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
      if (type !== "application/json") {
        throw new AppError("unsupported_media_type", "Send the body as application/json.");
      }
      assertJson(text);
      cacheText(c, text);
    }
    await next();
  };
}

/** JSON is UTF-8 (RFC 8259): bytes that are not would be stored as something that nobody wrote. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    throw new AppError("malformed_request", "Send the body in UTF-8.", { cause });
  }
}

/** Throws `malformed_request` for what is no JSON or is nested too deep. */
export function assertJson(text: string): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 92 /* \ */) i++;
      else if (char === 34 /* " */) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if (++depth > MAX_JSON_DEPTH) {
        throw new AppError(
          "malformed_request",
          `JSON can be nested up to ${MAX_JSON_DEPTH} levels deep.`,
        );
      }
    } else if (char === 125 || char === 93) depth--;
  }
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new AppError("malformed_request", "The request body is not valid JSON.", { cause });
  }
}

/** Hands the text that was read to `c.req.json()`, which the validator calls. Hono keeps promises here and types them as values. */
function cacheText(c: Context<AppEnv>, text: string): void {
  (c.req.bodyCache as unknown as { text?: Promise<string> }).text = Promise.resolve(text);
}
