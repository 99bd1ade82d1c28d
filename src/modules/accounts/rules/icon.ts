const DEFAULT_ACCENT = "#00626f";

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The icon of the browser's tab: the logo, or the first letter of the name on the accent colour. */
export function iconOf(brand: {
  readonly name: string;
  readonly accent: string | null;
  /** A data URL of a picture that was accepted as a logo. */
  readonly logo: string | null;
}): string {
  const inside = brand.logo === null ? letterOf(brand) : pictureOf(brand.logo);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inside}</svg>`;
}

const pictureOf = (logo: string): string =>
  `<image href="${escaped(logo)}" width="32" height="32"/>`;

function letterOf({ name, accent }: { name: string; accent: string | null }): string {
  const colour = accent ?? DEFAULT_ACCENT;
  const [first] = new Intl.Segmenter().segment(name.trim().toUpperCase());
  const ink = isLight(colour) ? "#14181a" : "#fff";
  const font =
    'text-anchor="middle" font-family="system-ui,sans-serif" font-size="20" font-weight="600"';
  return `<rect width="32" height="32" rx="7" fill="${escaped(colour)}"/><text x="16" y="23" ${font} fill="${ink}">${escaped(first?.segment ?? "")}</text>`;
}

/** By the relative luminance of WCAG, halfway between the contrast with black and with white. */
function isLight(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
}
