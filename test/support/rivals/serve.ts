import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** So many requests in so many milliseconds of the rival's own time; `only` names those that it is about. */
export type Rate = { readonly most: number; readonly ms: number; readonly only?: RegExp };

export type RivalRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** Parsed JSON, else empty. */
  readonly body: Readonly<Record<string, unknown>>;
};
export type RivalReply = {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type ServeOptions = {
  /** How many times faster than the rival's own clock its rates go. */
  readonly speed?: number;
  /** Whether 429 says how long to wait. */
  readonly retryAfter?: boolean;
};

export type RivalServer = {
  readonly url: string;
  /** What was asked, without the key. */
  readonly asked: string[];
  /** How often it said 429. */
  readonly refused: () => number;
  /** Seconds that the requests so far take at the true rates, with so many accounts side by side. */
  readonly secondsAtTrueRates: (atOnce: number) => number;
  /** The next requests are answered with this status, whatever they ask. */
  readonly answerWith: (status: number, times: number) => void;
  readonly close: () => Promise<void>;
};

const BARE_AGENTS = /^(?:$|node|undici|python|urllib|go-http|curl|axios|okhttp|java|ruby|libwww)/i;

/** An HTTP server on loopback with a rival's doorkeeper and rates in front of what it answers. */
export async function serveRival(
  rates: readonly Rate[],
  answer: (request: RivalRequest) => RivalReply,
  options: ServeOptions,
): Promise<RivalServer> {
  const speed = options.speed ?? 1;
  const asked: string[] = [];
  /** By the account that the key acts for: each has its own rates. */
  const accounts = new Map<string, number[][]>();
  const counted = new Map<string, number[]>();
  let refused = 0;
  let forced: { readonly status: number; times: number } | null = null;
  /** Milliseconds until the request may come again; 0: now. */
  const mustWait = (path: string, account: string): number => {
    const now = performance.now();
    const times = accounts.get(account) ?? rates.map((): number[] => []);
    accounts.set(account, times);
    const hit = rates.map(({ only }) => only === undefined || only.test(path));
    for (const [n, { most, ms }] of rates.entries()) {
      const seen = times[n] ?? [];
      if (!hit[n]) continue;
      while (seen.length > 0 && (seen[0] ?? 0) <= now - ms / speed) seen.shift();
      if (seen.length >= most) return Math.ceil(ms / speed - (now - (seen[0] ?? now)));
    }
    const sums = counted.get(account) ?? rates.map(() => 0);
    counted.set(
      account,
      sums.map((sum, n) => sum + (hit[n] ? 1 : 0)),
    );
    for (const [n, isHit] of hit.entries()) if (isHit) times[n]?.push(now);
    return 0;
  };
  const busy = (wait: number): RivalReply => {
    refused++;
    const seconds = String(Math.max(1, Math.ceil((wait * speed) / 1_000)));
    return {
      status: 429,
      json: { error: "Too Many Requests", message: "Rate limit exceeded" },
      ...(options.retryAfter === false ? {} : { headers: { "retry-after": seconds } }),
    };
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://localhost");
      const shown = new URLSearchParams(url.searchParams);
      shown.delete("api_key");
      const method = incoming.method ?? "GET";
      asked.push(`${method} ${url.pathname}?${shown.toString()}`);
      const reply = (): RivalReply => {
        if (BARE_AGENTS.test(incoming.headers["user-agent"] ?? "")) {
          return { status: 403, text: "error code: 1010" };
        }
        if (forced !== null && forced.times > 0) {
          forced.times--;
          if (forced.status === 429) return busy(1_000);
          return { status: forced.status, text: "<html><h1>Bad gateway</h1></html>" };
        }
        const acting = incoming.headers["x-as-workspace"];
        const wait = mustWait(url.pathname, typeof acting === "string" ? acting : "");
        if (wait > 0) return busy(wait);
        return answer({
          method,
          path: url.pathname,
          query: url.searchParams,
          headers: incoming.headers,
          body: parsed(Buffer.concat(chunks).toString("utf8")),
        });
      };
      const { status = 200, json, text, headers = {} } = reply();
      const type = json === undefined ? "text/plain" : "application/json";
      response.writeHead(status, { "content-type": type, ...headers });
      response.end(json === undefined ? (text ?? "") : JSON.stringify(json));
    });
  });
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    refused: () => refused,
    secondsAtTrueRates(atOnce) {
      const each = [...counted.values()].map((sums) =>
        Math.max(...rates.map(({ most, ms }, n) => ((sums[n] ?? 0) / most) * (ms / 1_000))),
      );
      return Math.max(0, ...each, each.reduce((all, one) => all + one, 0) / atOnce);
    },
    answerWith: (status, count) => (forced = { status, times: count }),
    async close() {
      server.closeAllConnections();
      await new Promise((go) => server.close(go));
    },
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A number of the query within bounds. */
export const numberIn = (query: URLSearchParams, name: string, or: number): number => {
  const value = Number(query.get(name) ?? or);
  return Number.isFinite(value) ? value : or;
};
