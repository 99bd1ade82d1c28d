import type { PlacementMail } from "#modules/placement/contract/tests.ts";
import type { Factor } from "#modules/placement/rules/search/factors.ts";
import { words } from "#dashboard/lib/format.ts";

const PROVIDERS: Readonly<Record<string, string>> = {
  google: "Google",
  microsoft: "Microsoft",
  yahoo: "Yahoo",
  icloud: "iCloud",
  gmx: "GMX",
  web_de: "WEB.DE",
  t_online: "T-Online",
};

/** A provider's name; a site stays as it is. */
export const providerName = (provider: string): string =>
  PROVIDERS[provider] ?? (provider.includes(".") ? provider : words(provider));

const FACTORS: Readonly<Record<Factor, string>> = {
  links: "links",
  pixel: "pixel",
  words: "words",
  signature: "signature",
  html: "HTML",
  image: "images",
  greeting: "greeting",
  footer: "footer",
  tracking_domain: "tracking domain",
};
export const factorName = (factor: Factor): string => FACTORS[factor];

const PLACES = {
  inbox: "Inbox",
  spam: "Spam",
  other: "Other folder",
  missing: "Missing",
  unknown: "Unknown",
} as const;

/** Where an email is, or what becomes of it. */
export function placeWords({ place, state, tab, folder }: PlacementMail): string {
  if (place === "inbox" && tab !== null && tab !== "primary") return `Inbox, ${tab}`;
  if (place === "other" && folder !== null) return `In ${folder}`;
  if (place !== null) return PLACES[place];
  if (state === "queued" || state === "leased") return "Waiting to be sent";
  if (state === "failed") return "Refused";
  return state === "cancelled" || state === "skipped" ? "Not sent" : "Looking for it";
}

export const placeTone = ({ place, state }: PlacementMail): "ok" | "bad" | "warn" | "plain" => {
  if (place === "inbox") return "ok";
  if (place === "spam" || state === "failed") return "bad";
  return place === "other" || place === "missing" ? "warn" : "plain";
};
