import type { Rival } from "#modules/moving/rules/found.ts";

/** Whether a client of an account is the one that the product found under this id. */
export function isClientOf(rival: Rival, client: number | null, ref: string): boolean {
  if (client === null) return rival === "lemlist" || ref === "";
  if (rival === "smartlead") return ref === String(client);
  return Number.parseInt(ref.slice(-12), 16) === client;
}
