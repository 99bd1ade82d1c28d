const LONGEST_HEADER = 1_000;

/**
 * The language of `known` that a browser wishes, by its `Accept-Language` (RFC 9110, 12.5.4): the one
 * with the highest weight, of equal ones the first; null where there is none.
 */
export function wishedLanguage<Language extends string>(
  header: string | null | undefined,
  known: readonly Language[],
): Language | null {
  let best: { language: Language; weight: number } | null = null;
  for (const part of (header ?? "").slice(0, LONGEST_HEADER).split(",")) {
    const [range = "", ...parameters] = part.split(";");
    const primary = range.trim().toLowerCase().split("-")[0];
    const language = known.find((name) => name === primary);
    const quality = parameters.find((one) => one.trim().startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
    if (language && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? null;
}
