import { tailwind } from "./tailwind.ts";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dashboard` finds a running product. */
const API = process.env["OUTRIDER_URL"] ?? "http://127.0.0.1:8787";

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [react(), tailwind()],
  build: {
    outDir: "../../dist/dashboard",
    emptyOutDir: true,
    // New enough that light-dark() and oklch(from ...) stay as they are: lowered, they would freeze the brand.
    target: ["chrome125", "firefox128", "safari18"],
    modulePreload: { polyfill: false },
    // A data URL in a style sheet or script is one that the page's policy may refuse.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/docs", "/health", "/t", "/unsubscribe"].map((path) => [path, { target: API }]),
    ),
  },
});
