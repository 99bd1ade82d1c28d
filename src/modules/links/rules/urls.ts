/** The public addresses in a message. `base` is scheme and host without a slash at the end. */

export const pixelUrl = (base: string, token: string): string => `${base}/t/${token}/pixel.png`;

export const clickUrl = (base: string, token: string, part: string): string =>
  `${base}/t/${token}/link/${part}`;

export const unsubscribeUrl = (base: string, token: string): string =>
  `${base}/unsubscribe/${token}`;

/** What a path under `/t/` asks for; null for anything else. */
export type TrackingPath =
  | { readonly kind: "pixel"; readonly token: string }
  | { readonly kind: "link"; readonly token: string; readonly part: string };

/** Reads `/t/:id/pixel.png` and `/t/:id/link/*`, as they came, undecoded. */
export function readTrackingPath(path: string): TrackingPath | null {
  if (!path.startsWith("/t/")) return null;
  const end = path.indexOf("/", 3);
  if (end < 0) return null;
  const token = path.slice(3, end);
  if (path.length === end + 10 && path.endsWith("/pixel.png")) return { kind: "pixel", token };
  if (path.startsWith("/link/", end)) return { kind: "link", token, part: path.slice(end + 6) };
  return null;
}
