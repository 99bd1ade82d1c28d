import type { AppError } from "#platform/rules/errors.ts";
import type { FlowRow } from "./flows-store.ts";

/** A browser asks for a page, so it is sent to one that says what is wrong. */
export const wantsPage = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("text/html");

/** Where a person left from; no words of the provider in an address. */
export function problemPage(
  flow: Pick<FlowRow, "purpose" | "next"> | null,
  { code }: AppError,
): string {
  const at = flow === null || flow.purpose === "sign_in" ? "/sign-in" : flow.next;
  const url = new URL(at, "http://dashboard");
  url.searchParams.set("sso_problem", code);
  return `${url.pathname}${url.search}${url.hash}`;
}
