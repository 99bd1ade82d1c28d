import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { layoutFaults } from "./layout.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Finding = { id: string; impact: string; help: string; nodes: { html: string }[] };

/**
 * What axe finds serious or critical on the page by the rules of WCAG 2.2 AA and what is wrong with its layout,
 * one line each.
 */
export const seriousFindings = async (page: Page): Promise<string[]> => [
  ...(await layoutFaults(page)),
  ...(await axeFindings(page, [
    "wcag2a",
    "wcag2aa",
    "wcag21a",
    "wcag21aa",
    "wcag22aa",
    "best-practice",
  ])),
];

/** What axe finds by rules with these tags or names; beside the page's own scripts, past its content policy. */
export async function axeFindings(page: Page, only: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("Runtime.evaluate", { expression: AXE });
    const { result } = await session.send("Runtime.evaluate", {
      expression: `axe.run(document, { runOnly: ${JSON.stringify(only)}, resultTypes: ["violations"] })
        .then(({ violations }) => JSON.stringify(violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map(({ html }) => ({ html })) }))))`,
      awaitPromise: true,
      returnByValue: true,
    });
    // What the expression above makes.
    const findings = JSON.parse(String(result.value)) as Finding[];
    return findings
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
      );
  } finally {
    await session.detach();
  }
}
