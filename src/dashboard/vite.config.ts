import { aheadPlugin } from "./ahead.ts";
import { tailwind } from "./tailwind.ts";
import { wordsPlugin } from "./words/build/plugin.ts";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dashboard` finds a running product. */
const API = process.env["OUTRIDER_URL"] ?? "http://127.0.0.1:8787";

/** What every room runs on. */
const CORE =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-query|query-core))\//;
/** Runs before all that has texts, so it is in no file with them. */
const WORDS = /node_modules\/@lingui\/|src\/dashboard\/(words\/(words|languages)|lib\/kept)\.ts/;
/** What most rooms are made of, but for what opens later: windows, menus, the palette. */
const SHARED =
  /node_modules\/lucide-react\/|src\/dashboard\/(api|lib|parts|shell|words)\/(?!.*(popup|palette\.|tab-bar|menu\.|new-workspace|virtual-table|mail-frame|zone-field|pictures|factor-step|drop-zone|upload|sso|hover-popover|passkeys|lead-standing|bar-chart|stacked-chart|charted|funnel|strip\.|units|save-csv))/;

/** Of one kind, and used together in some rooms. */
const CHARTS = /src\/dashboard\/(parts\/(bar-chart|charted)|lib\/(units|save-csv))\./;
/** What the router needs of rooms before it opens one. */
const FRAME =
  /src\/dashboard\/router\.tsx|src\/dashboard\/routing\/|src\/dashboard\/rooms\/[^/]+\/(?:[^/]+\/)?(search|tabs)\.ts$/;

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [wordsPlugin(), aheadPlugin(), react(), tailwind()],
  build: {
    outDir: "../../dist/dashboard",
    emptyOutDir: true,
    // New enough that light-dark() and oklch(from ...) stay as they are: lowered, they would freeze the brand.
    target: ["chrome125", "firefox128", "safari18"],
    modulePreload: { polyfill: false },
    // A data URL in a style sheet or script is one that the page's policy may refuse.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Few files: on a slow line every one of dozens of small ones costs a way there and back.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "core", test: CORE, priority: 2 },
            { name: "words", test: WORDS, priority: 2 },
            { name: "shared", test: SHARED, priority: 1, minShareCount: 3 },
            { name: "charts", test: CHARTS, minShareCount: 2 },
            { name: "frame", test: FRAME },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      // Not more: the sources have a folder "api" as well.
      ["/api/v1/", "/docs", "/health", "/t/", "/unsubscribe/"].map((path) => [
        path,
        { target: API },
      ]),
    ),
  },
});
