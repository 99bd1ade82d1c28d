import type { Rival } from "#modules/moving/rules/found.ts";
import type { ReaderInput, RivalTrouble } from "#modules/moving/rules/reader.ts";
import { parseGmtDate } from "#platform/rules/time.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

/** Bare library names are refused at the door of two of the three. */
const AGENT = "Outrider/1.0 (move in)";

const NAMES: Readonly<Record<Rival, string>> = {
  instantly: "Instantly",
  smartlead: "Smartlead",
  lemlist: "lemlist",
};

export type Question = {
  readonly rival: Rival;
  /** Behind the base URL, with its query, the key where it stands there. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** What the key must be allowed to, in the rival's word. */
  readonly scope?: string;
  /** Milliseconds to wait where a refusal does not say how long. */
  readonly busyMs: number;
  /** Whatever of it is refused, the reading goes on without it. */
  readonly optional?: boolean;
};

/** Refusals that are about what is asked, and not about the key or the pace. */
const REFUSES_THIS: readonly number[] = [400, 403, 405, 410, 422];

/** `missing`: the rival knows no such thing, or does not give it to this key. */
export type Answer = { readonly text: string } | { readonly missing: true } | Refused;
export type Refused = { readonly trouble: RivalTrouble };

/** Asks a rival once. What it refuses is named in words of ours: its own could repeat the key. */
export async function askRival(input: ReaderInput, question: Question): Promise<Answer> {
  const { rival, path, headers, body, scope, busyMs, optional = false } = question;
  const {
    status,
    headers: given,
    text,
  } = await input.fetch(`${input.baseUrl}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Accept: "application/json",
      "User-Agent": AGENT,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const name = NAMES[rival];
  if (status >= 200 && status < 300) return { text };
  // Refused at the door, whatever is asked.
  const isShutOut = status === 403 && /\b1010\b|cloudflare/i.test(text.slice(0, 2_000));
  if (status === 404 || (optional && REFUSES_THIS.includes(status) && !isShutOut)) {
    return { missing: true };
  }
  if (status === 429) {
    return {
      trouble: {
        code: "rival_busy",
        waitMs: busyMsOf(given.get("retry-after"), input.now, busyMs),
      },
    };
  }
  if (status === 401) return refused(`${name} does not know this key. Give one that is valid.`);
  if (status === 402)
    return refused(`${name} says that this account has no plan that allows its API.`);
  if (status === 403) {
    if (isShutOut) {
      return unavailable(`${name} refuses requests from this server. Try again later.`);
    }
    if (scope === undefined) return refused(`${name} does not allow this key to read.`);
    const detail = `The key lacks ${scope}. Give it that scope at ${name}, or make a key that has it.`;
    return { trouble: { code: "rival_scope_missing", scope, detail } };
  }
  return unavailable(
    status === 0 ? `${name} does not answer.` : `${name} answered with status ${status}.`,
  );
}

const refused = (detail: string): Refused => ({ trouble: { code: "rival_key_refused", detail } });
export const unavailable = (detail: string): Refused => ({
  trouble: { code: "rival_unavailable", detail },
});

/** Most that a rival is waited for at once: an hourly limit. */
const LONGEST_MS = 3_600_000;

/** Seconds or a date of HTTP; without either what is documented. */
export function busyMsOf(header: OutsideText | null, now: number, or: number): number {
  const said = header?.slice(0, 100).trim() ?? "";
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(said)) {
    return Math.min(Math.max(Math.ceil(Number(said) * 1_000), 1), LONGEST_MS);
  }
  const until = parseGmtDate(said);
  return until === null ? or : Math.min(Math.max(until - now, 1_000), LONGEST_MS);
}

/** Asks for JSON; an answer that is none is trouble. */
export async function askJson(
  input: ReaderInput,
  question: Question,
): Promise<{ readonly json: unknown } | { readonly missing: true } | Refused> {
  const answer = await askRival(input, question);
  if (!("text" in answer)) return answer;
  try {
    return { json: JSON.parse(answer.text) as unknown };
  } catch {
    return unavailable(`${NAMES[question.rival]} answered with something that is no JSON.`);
  }
}
