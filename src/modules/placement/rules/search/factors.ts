/** What of a mail may be why a provider files it as spam. Their order is frozen: versions are stored as bits of it. */
export const FACTORS = [
  "links",
  "pixel",
  "words",
  "signature",
  "html",
  "image",
  "greeting",
  "footer",
  "tracking_domain",
] as const;
export type Factor = (typeof FACTORS)[number];

/** A set of factors: bit i is `FACTORS[i]`. As a version of a mail it holds what is not replaced. */
export type Factors = number;

/** The whole mail. */
export const ALL: Factors = (1 << FACTORS.length) - 1;

export const bitOf = (factor: Factor): Factors => 1 << FACTORS.indexOf(factor);
export const holdsFactor = (set: Factors, factor: Factor): boolean => (set & bitOf(factor)) !== 0;

/** How many there are. */
export function sizeOf(set: Factors): number {
  let size = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) size++;
  return size;
}

export const namesOf = (set: Factors): Factor[] =>
  FACTORS.filter((factor) => holdsFactor(set, factor));

const [LINKS, PIXEL, HTML, IMAGE, DOMAIN] = [
  bitOf("links"),
  bitOf("pixel"),
  bitOf("html"),
  bitOf("image"),
  bitOf("tracking_domain"),
];

/** What a mail of these factors really has: no pixel, image and tracking domain without HTML, no tracking domain without link and pixel. */
export function effective(set: Factors): Factors {
  let has = set;
  if ((has & HTML) === 0) has &= ~(PIXEL | IMAGE | DOMAIN);
  if ((has & (LINKS | PIXEL)) === 0) has &= ~DOMAIN;
  return has;
}

/** The subsets of a set, itself and the empty one included. */
export function subsetsOf(set: Factors): Factors[] {
  const found: Factors[] = [];
  for (let sub = set; ; sub = (sub - 1) & set) {
    found.push(sub);
    if (sub === 0) return found.toReversed();
  }
}
