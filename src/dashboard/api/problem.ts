import type { Problem } from "#platform/contract/problem.ts";
import { fromServer, t, translationOf } from "#dashboard/words/words.ts";

type Code = Problem["code"];

/** An answer that is no success. `message` is the server's sentence in the reader's language, or ours when it sent none. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** `unreachable`: no answer came at all. */
  readonly code: Code | "unreachable";
  readonly fields: Problem["errors"];
  readonly requestId: string | null;
  /** Seconds to wait before it makes sense to ask again. */
  readonly retryAfter: number | null;
  constructor(
    message: string,
    about: {
      status: number;
      code: Code | "unreachable";
      fields?: Problem["errors"];
      requestId?: string | null;
      retryAfter?: number | null;
    },
  ) {
    super(message);
    this.status = about.status;
    this.code = about.code;
    this.fields = about.fields ?? [];
    this.requestId = about.requestId ?? null;
    this.retryAfter = about.retryAfter ?? null;
  }
}

/** Reads application/problem+json; other responses get a generic message. */
export async function readProblem(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get("retry-after")) || null;
  const requestId = response.headers.get("x-request-id");
  const about = { status: response.status, requestId, retryAfter };
  try {
    const body: unknown = await response.json();
    if (isProblem(body)) {
      const { code, detail } = body;
      const said = fromServer(detail);
      const fields = (body.errors ?? []).map((field) => ({
        ...field,
        message: fromServer(field.message),
      }));
      // A sentence of the server says more than its code.
      const message = said === detail ? (translationOf(`error:${code}`) ?? detail) : said;
      return new ApiError(message, { ...about, code, fields });
    }
  } catch {
    // No JSON: a proxy's page, or a body that was cut.
  }
  return new ApiError(
    t("The server answered {status} without an explanation.", { status: response.status }),
    { ...about, code: "internal" },
  );
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body;

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** The sentence to show for any failure. */
export const sentenceOf = (error: unknown): string =>
  isApiError(error) ? error.message : t("Something went wrong. Reload the page.");

/** What is wrong with one field, by its dotted path; null when nothing is. */
export function fieldError(error: unknown, path: string): string | null {
  if (!isApiError(error)) return null;
  return error.fields.find((field) => field.path === path)?.message ?? null;
}
