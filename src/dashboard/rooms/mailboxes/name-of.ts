/** Boxes of a team, which are nobody's name. */
const TEAMS = /^(info|sales|hello|hi|contact|office|mail|team|support|outreach|admin)$/;

/** "mara.lind@..." is most likely Mara Lind; empty where the address names nobody. */
export function nameOf(address: string): string {
  const parts = (address.split("@")[0] ?? "")
    .split(/[._-]+/)
    .filter((part) => /^\p{L}+$/u.test(part));
  if (parts.length === 0 || TEAMS.test(parts.join("").toLowerCase())) return "";
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join(" ");
}
