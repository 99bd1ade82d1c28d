import { editDistance } from "./edit-distance.ts";

/** Providers that addresses are mistyped for, the biggest first: the first of equally near ones is meant. */
const MEANT = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "live.com",
  "msn.com",
  "googlemail.com",
  "comcast.net",
  "verizon.net",
  "sbcglobal.net",
  "bellsouth.net",
  "protonmail.com",
  "rocketmail.com",
  "rediffmail.com",
  "yahoo.co.uk",
  "hotmail.co.uk",
  "btinternet.com",
  "hotmail.fr",
  "orange.fr",
  "wanadoo.fr",
  "laposte.net",
  "t-online.de",
  "freenet.de",
  "googlemail.de",
  "libero.it",
  "virgilio.it",
  "hotmail.it",
  "yandex.ru",
].map((domain) => {
  const dot = domain.indexOf(".");
  const name = domain.slice(0, dot);
  return { domain, name, suffix: domain.slice(dot + 1), letters: lettersOf(name) };
});

/** Made-up names: under whatever general or national suffix, nobody else's mail is meant. */
const BRANDS = new Set(["gmail", "hotmail"]);
const ANY_SUFFIX = /^(?:com?\.)?[a-z]{2,4}$/;

/** Companies that happen to be called nearly so. */
const NAMESAKES = new Set([
  "cloud.com",
  "ecloud.com",
  "mcloud.com",
  "xcloud.com",
  "grail.com",
  "gmaps.com",
  "hotmart.com",
  "wahoo.com",
  "outlooks.com",
]);

/**
 * The provider that was probably meant by this host (lower case); null for one of `providers`, and
 * where nothing is near enough. Judges whole names, so that a company is hardly ever taken for a
 * slip.
 */
export function meantProvider(host: string, providers: ReadonlySet<string>): string | null {
  if (providers.has(host) || NAMESAKES.has(host)) return null;
  const dot = host.indexOf(".");
  const name = dot < 0 ? host : host.slice(0, dot);
  const suffix = dot < 0 ? "" : host.slice(dot + 1);
  if (dot < 0) {
    const joined = MEANT.find((meant) => host === meant.name + meant.suffix);
    if (joined) return joined.domain;
  }
  const letters = lettersOf(name);
  let best: string | null = null;
  let least = 3;
  for (const meant of MEANT) {
    if (Math.abs(meant.name.length - name.length) > 2) continue;
    if (differing(letters, meant.letters) > 2) continue;
    const slips = slipsTo(name, suffix, meant);
    if (slips < least) {
      least = slips;
      best = meant.domain;
    }
  }
  return best;
}

const FAR = 3;

/** How many slips lead from the meant name to this one; 3 for too many to believe. */
function slipsTo(
  name: string,
  suffix: string,
  meant: { readonly name: string; readonly suffix: string },
): number {
  const inName = editDistance(name, meant.name, 2);
  if (inName > 2) return FAR;
  if (inName === 0 && suffix === "") return 1;
  if (inName === 0 && BRANDS.has(name) && meant.suffix === "com" && ANY_SUFFIX.test(suffix)) {
    return 1;
  }
  const inSuffix = editDistance(suffix, meant.suffix, 2);
  // Countries lie a letter apart: only the general suffixes and co.uk are ever mistyped for sure.
  if (inSuffix > (meant.suffix.length === 2 ? 0 : 1)) return FAR;
  const long = meant.name.length > 5;
  if (meant.name.length < 5) return inName === 0 && !ISSUED.has(suffix) ? inSuffix : FAR;
  if (inName === 2 && (!long || name[0] !== meant.name[0])) return FAR;
  return inName + inSuffix;
}

/** Suffixes a letter away from a general one that are themselves in use. */
const ISSUED = new Set(["co", "cm", "om", "cam", "ne", "et", "nt"]);

/** The letters of a word as bits: two words differ by at least as many slips as letters on one side. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits;
}

const differing = (a: number, b: number): number => Math.max(bitCount(a & ~b), bitCount(b & ~a));

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
