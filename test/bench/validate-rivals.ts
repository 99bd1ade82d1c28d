import { setServers } from "node:dns";
import { resolveMx } from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { validate } from "deep-email-validator";
import { validateEmails } from "email-deliverability";
import verify from "node-email-verifier";

/** What a tool makes of an address: `risky` stands for every form of "not known". */
export type Verdict = "valid" | "risky" | "invalid";

export type Tool = {
  readonly name: string;
  /** Verdicts in the order of the list, with so many addresses under way at a time. */
  run(emails: readonly string[], atOnce: number): Promise<readonly Verdict[]>;
};

/** Points the tools, which all ask through node:dns, at the resolver on loopback. */
export function askAt(udpPort: number): void {
  setServers([`127.0.0.1:${udpPort}`]);
  // Named imports of node:dns see the change only then.
  syncBuiltinESMExports();
}

/** As each one's documentation has it: its own batch call and cache where it has them; SMTP and typos off. */
export const RIVALS: readonly Tool[] = [
  deliverability("email-deliverability 0.4.1", false),
  // It takes a cache, and brings none.
  deliverability("email-deliverability 0.4.1 with a Map as its cache", true),
  {
    name: "node-email-verifier 4.0.0",
    run: (emails, atOnce) =>
      inLanes(emails, atOnce, async (email) => {
        try {
          const options = {
            timeout: 5_000,
            checkDisposable: true,
            cache: { enabled: true, maxSize: 100_000 },
            // It keeps the function that it found when it was loaded; this is the one of `askAt`.
            _resolveMx: resolveMx,
          };
          const valid = await verify(email, options);
          return valid === true ? "valid" : "invalid";
        } catch {
          // Its own time-out, which it throws.
          return "risky";
        }
      }),
  },
  {
    name: "deep-email-validator 0.1.27",
    run: (emails, atOnce) =>
      inLanes(emails, atOnce, async (email) => {
        const { valid } = await validate({ email, validateSMTP: false, validateTypo: false });
        return valid ? "valid" : "invalid";
      }),
  },
];

function deliverability(name: string, withCache: boolean): Tool {
  return {
    name,
    async run(emails, atOnce) {
      const kept = new Map<string, unknown>();
      const cache = {
        // The interface is generic in what it is handed back.
        get: <T>(key: string) => kept.get(key) as T | undefined,
        set: (key: string, value: unknown) => void kept.set(key, value),
      };
      const { results } = await validateEmails([...emails], {
        checks: { dns: true, disposable: true, freeProvider: true },
        dns: { timeoutMs: 5_000, ...(withCache && { cache }) },
        batch: { concurrency: atOnce },
      });
      return results.map((result) => {
        if (!result.valid || result.status === "undeliverable") return "invalid";
        return result.status === "deliverable" ? "valid" : "risky";
      });
    },
  };
}

async function inLanes<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i] as T; // within the list
      done[i] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return done;
}
