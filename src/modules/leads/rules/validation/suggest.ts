import type { OutsideText } from "#platform/rules/outside-text.ts";
import { SHORT_TOP_LEVEL_DOMAINS } from "#data/top-level-domains.ts";
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
].map(meantFrom);

/**
 * Providers of one country, by made-up name: no other provider has a similar name, so
 * one typo, and no more, is enough to suggest them.
 */
const NATIONAL_BRANDS = `
yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.in yahoo.co.in yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.com.au
yahoo.co.jp yahoo.ie hotmail.de hotmail.es hotmail.ca hotmail.nl hotmail.be hotmail.com.br hotmail.ch hotmail.se
outlook.fr outlook.de outlook.es outlook.it outlook.be outlook.at outlook.com.br outlook.pt outlook.dk outlook.com.au
googlemail.co.uk bluewin.ch hispeed.ch wanadoo.es telenet.be bigpond.com optusnet.com.au bigpond.net.au
blueyonder.co.uk ntlworld.com talktalk.net virginmedia.com tiscali.it tiscali.co.uk rambler.ru seznam.cz interia.pl
kpnmail.nl xs4all.nl sympatico.ca videotron.ca earthlink.net rediffmail.in naver.com hanmail.net
netcourrier.com numericable.fr bbox.fr club-internet.fr chello.at hetnet.nl casema.nl inwind.it gmx.net
`
  .trim()
  .split(/\s+/)
  .map(meantFrom);

/** Providers whose names are short or words, so that other domains are similar: only typos in their suffixes are certain. */
const WORDS = `
gmx.de gmx.net gmx.at gmx.ch gmx.com web.de free.fr sfr.fr neuf.fr alice.it tin.it att.net proton.me pm.me me.com mac.com
fastmail.com fastmail.fm live.fr live.nl live.de live.it live.be live.ca live.co.uk live.com.mx arcor.de aon.at sky.com
telia.com home.nl ziggo.nl upcmail.nl wp.pl onet.pl o2.pl op.pl mail.ru bk.ru list.ru inbox.ru centrum.cz email.cz
uol.com.br bol.com.br terra.com.br ig.com.br globo.com shaw.ca telus.net cox.net mail.com zoho.com hey.com tuta.com
qq.com sina.com planet.nl rogers.com charter.net skynet.be docomo.ne.jp sapo.pt iol.pt eircom.net online.no mail.dk abv.bg freemail.hu citromail.hu
orange.fr laposte.net freenet.de libero.it virgilio.it sunrise.ch ymail.com hotmail.fr hotmail.it yandex.ru t-online.de
`
  .trim()
  .split(/\s+/)
  .map(meantFrom);

type Meant = ReturnType<typeof meantFrom>;

function meantFrom(domain: string) {
  const dot = domain.indexOf(".");
  const name = domain.slice(0, dot);
  return { domain, name, suffix: domain.slice(dot + 1), letters: lettersOf(name) };
}

const ISSUED_SUFFIXES = new Set(SHORT_TOP_LEVEL_DOMAINS.split(" "));

/** Whether a suffix is one typo from the meant one, and ends in a top level that nobody can register under. */
function isMistyped(suffix: string, meant: string): boolean {
  if (suffix === `${meant}.${meant}`) return true;
  const last = suffix.slice(suffix.lastIndexOf(".") + 1);
  if (last.length > 4 || ISSUED_SUFFIXES.has(last)) return false;
  return editDistance(suffix, meant, 1) <= 1;
}

/** Made-up names: under whatever general or national suffix, nobody else's mail is meant. */
const BRANDS = new Set(["gmail", "hotmail"]);
const ANY_SUFFIX = /^(?:com?\.)?[a-z]{2,4}$/;

/** Companies whose names happen to be similar. */
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
 * typo.
 */
export function meantProvider(host: OutsideText, providers: ReadonlySet<string>): string | null {
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
    const typos = typosTo(name, suffix, meant);
    if (typos < least) {
      least = typos;
      best = meant.domain;
    }
  }
  return best ?? nationalProvider(name, suffix, letters);
}

/** One typo in the name of a brand, or in the suffix of any provider; nothing else is sure enough. */
function nationalProvider(name: string, suffix: string, letters: number): string | null {
  const brand = NATIONAL_BRANDS.find(
    (meant) =>
      suffix === meant.suffix &&
      name[0] === meant.name[0] &&
      meant.name.length >= 5 &&
      differing(letters, meant.letters) <= 1 &&
      editDistance(name, meant.name, 1) === 1 &&
      // A letter for another makes a name of its own: earthling.net.
      (name.length !== meant.name.length || letters === meant.letters),
  );
  if (brand) return brand.domain;
  const mistyped = [...MEANT, ...NATIONAL_BRANDS, ...WORDS].find(
    (meant: Meant) => name === meant.name && isMistyped(suffix, meant.suffix),
  );
  return mistyped?.domain ?? null;
}

const FAR = 3;

/** How many typos lead from the meant name to this one; 3 for too many to believe. */
function typosTo(
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

/** The letters of a word as bits: two words differ by at least as many typos as letters on one side. */
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
