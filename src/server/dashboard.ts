import { html } from "hono/html";
import { describe, type Log } from "#platform/ctx/log.ts";
import { isAppPath, isOfProduct } from "#platform/http/headers/asset-headers.ts";
import { page } from "#platform/http/page.ts";
import { buildDashboard, DASHBOARD_DIR } from "./build-dashboard.ts";
import { type AssetFile, readDashboardFiles } from "./dashboard-files.ts";

/** The parts of a request that decide about a file. */
export type AssetRequest = {
  readonly method: string;
  /** With the query, as it came. */
  readonly target: string;
  readonly accept: string;
  readonly encodings: string;
  readonly known: string | undefined;
  /** Whether it came to a workspace's own host. */
  readonly atOwnHost?: boolean;
};

export type Dashboard = {
  /** The dashboard's answer, or null for what the app answers. */
  answer(request: AssetRequest): Promise<Response> | null;
  stop(): Promise<void>;
};

/**
 * Serves the dashboard of `dist/dashboard`. A build that is missing or old is made in the
 * background; until it is ready its paths answer 503 with that message; all others work as always.
 */
export function startDashboard(log: Log, hsts: string | null): Dashboard {
  let files: ReadonlyMap<string, AssetFile> | null = null;
  let failed = false;
  const ending = new AbortController();
  const ready = prepare();

  async function prepare(): Promise<void> {
    try {
      const began = performance.now();
      const built = await buildDashboard(ending.signal);
      files = await readDashboardFiles(DASHBOARD_DIR, hsts);
      if (built) log("dashboard.built", { ms: Math.round(performance.now() - began) });
    } catch (cause) {
      if (ending.signal.aborted) return;
      failed = true;
      log("dashboard.failed", { error: describe(cause) });
    }
  }

  return {
    answer(request) {
      const { method, target } = request;
      if (method !== "GET" && method !== "HEAD") return null;
      const path = target.split("?", 1)[0] ?? "/";
      if (isAppPath(path)) return null;
      const isHidden = request.atOwnHost === true && isOfProduct(path);
      if (path === "/docs/" && !isHidden) return Promise.resolve(withoutSlash());
      if (!files) return notBuilt(failed);
      const file = isHidden ? undefined : fileAt(files, path);
      if (file) return Promise.resolve(send(file, request));
      const index = files.get("/index.html");
      return request.accept.includes("text/html") && index
        ? Promise.resolve(send(index, request))
        : null;
    },
    async stop() {
      ending.abort();
      await ready;
    },
  };
}

const fileAt = (files: ReadonlyMap<string, AssetFile>, path: string): AssetFile | undefined =>
  files.get(path === "/" ? "/index.html" : path) ?? files.get(`${path}.html`);

/** As Workers' static assets answer. */
const withoutSlash = (): Response =>
  new Response(null, { status: 307, headers: { Location: "/docs" } });

function send(file: AssetFile, request: AssetRequest): Response {
  if (request.known?.includes(file.etag)) {
    return new Response(null, { status: 304, headers: file.headers });
  }
  const best = /\bbr\b/.test(request.encodings) ? file.brotli() : null;
  const zipped = best ?? (/\bgzip\b/.test(request.encodings) ? file.zipped : null);
  const bytes = zipped ?? file.bytes;
  return new Response(request.method === "HEAD" ? null : bytes, {
    headers: {
      ...file.headers,
      ...(zipped && { "Content-Encoding": best ? "br" : "gzip" }),
      "Content-Length": String(bytes.length),
    },
  });
}

/** Asks again by itself while it is built. */
async function notBuilt(failed: boolean): Promise<Response> {
  const { headers, body } = failed
    ? await page(
        503,
        "The dashboard could not be built",
        html`<p>
          The log says why. Mail is sent and the API answers as always. Run
          <code>npm run build</code> to see the fault, then start again.
        </p>`,
      )
    : await page(
        503,
        "The dashboard is being built",
        html`<p>
          That takes a few seconds after an update. This page loads again by itself; the API answers
          already.
        </p>`,
      );
  const again = failed ? {} : { Refresh: "2", "Retry-After": "2" };
  return new Response(body, { status: 503, headers: { ...headers, ...again } });
}
