import type { z } from "zod";
import { AppError } from "#platform/rules/errors.ts";
import {
  createNonceMemory,
  INTERNAL_HEADERS,
  verifyInternal,
} from "#platform/rules/internal-signature.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { readCapped } from "./read-capped.ts";

/** Five hundred results with their words. */
const OF_COMPANION = {
  maxBytes: 2 * 1024 * 1024,
  words: "Sign the request with COMPANION_SECRET.",
} as const;

/** Nonces that this process, or this isolate, has seen; what a replay could do is idempotent besides. */
const nonces = createNonceMemory();

/**
 * The body of a call that the companion signed, or another one that has that secret. Throws `unauthenticated`
 * for a wrong, old or repeated signature, `malformed_request` for what is no JSON, and
 * `validation_failed` for another shape.
 */
export async function readInternal<T>(
  request: Request,
  secret: string,
  now: UnixMs,
  schema: z.ZodType<T>,
  { maxBytes, words }: { readonly maxBytes: number; readonly words: string } = OF_COMPANION,
): Promise<T> {
  const body = await readCapped(request.body, maxBytes);
  const url = new URL(request.url);
  const header = (name: string): string => request.headers.get(name) ?? "";
  const nonce = header(INTERNAL_HEADERS.nonce);
  const genuine = verifyInternal(
    secret,
    {
      method: request.method,
      path: url.pathname + url.search,
      timestamp: header(INTERNAL_HEADERS.timestamp),
      nonce,
      body,
    },
    header(INTERNAL_HEADERS.signature),
    now,
  );
  if (!genuine || nonce === "" || !nonces.admit(nonce, now)) {
    throw new AppError("unauthenticated", words);
  }
  const parsed = schema.safeParse(parse(body));
  if (parsed.success) return parsed.data;
  throw new AppError("validation_failed", "The call does not match the protocol.", {
    errors: parsed.error.issues.map(({ path, code, message }) => ({
      path: path.join("."),
      code,
      message,
    })),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("malformed_request", "The request body is not valid JSON.", { cause });
  }
}
