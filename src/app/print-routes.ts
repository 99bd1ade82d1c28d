import { endpoints, hotRoutes } from "./endpoints.ts";
import { MODULES } from "./modules.ts";

/** `npm run routes`: every route with its permission, and which module answers which hook of an earlier one. */
const lines = endpoints.map(({ method, path, action, summary, reauthentication }) => [
  method,
  path,
  action ?? "public",
  summary + noteOf(reauthentication?.when),
]);
for (const { method, path, summary } of hotRoutes.flatMap(({ operations }) => operations)) {
  lines.push([method, path, "public", summary]);
}
/** Routes that need a confirmed identity say so. */
function noteOf(when: string | undefined): string {
  if (when === undefined) return "";
  return when === "always" ? " [reauthentication]" : ` [reauthentication if ${when}]`;
}

const widths = [0, 1, 2].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
for (const line of lines) {
  console.log(line.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  "));
}

console.log(`\n${lines.length} routes\n`);
for (const { name, answers = [] } of MODULES) {
  for (const { hook } of answers) console.log(`${hook.padEnd(28)} answered by ${name}`);
}
