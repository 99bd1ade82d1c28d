import type { PlacementMail } from "#modules/placement/contract/tests.ts";
import type { Factor } from "#modules/placement/rules/search/factors.ts";
import { words } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";

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
  links: t("links"),
  pixel: t("pixel"),
  words: t("words"),
  signature: t("signature"),
  html: "HTML",
  image: t("images"),
  greeting: t("greeting"),
  footer: t("footer"),
  tracking_domain: t("tracking domain"),
};
export const factorName = (factor: Factor): string => FACTORS[factor];

const PLACES = {
  inbox: t("Inbox"),
  spam: t("Spam"),
  other: t("Other folder"),
  missing: t("Missing"),
  unknown: t("Unknown"),
} as const;

const TABS = {
  promotions: t("Inbox, promotions"),
  social: t("Inbox, social"),
  updates: t("Inbox, updates"),
  forums: t("Inbox, forums"),
} as const;

/** Where an email is, or what becomes of it. */
export function placeWords({ place, state, tab, folder }: PlacementMail): string {
  if (place === "inbox" && tab !== null && tab !== "primary") return TABS[tab];
  if (place === "other" && folder !== null) return t("In {folder}", { folder });
  if (place !== null) return PLACES[place];
  if (state === "queued" || state === "leased") return t("Waiting to be sent");
  if (state === "failed") return t("Refused");
  return state === "cancelled" || state === "skipped" ? t("Not sent") : t("Looking for it");
}

export const placeTone = ({ place, state }: PlacementMail): "ok" | "bad" | "warn" | "plain" => {
  if (place === "inbox") return "ok";
  if (place === "spam" || state === "failed") return "bad";
  return place === "other" || place === "missing" ? "warn" : "plain";
};
