import type { OutsideText } from "#platform/rules/outside-text.ts";
/**
 * Whether what is between the brackets is an address literal of RFC 5321 4.1.3 that names an IP
 * address.
 */
export function isAddressLiteral(content: OutsideText): boolean {
  if (/^ipv6:/i.test(content)) return isIpv6(content.slice("ipv6:".length));
  return isIpv4(content);
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

/** Eight groups; `::` stands for one or more of zeros (RFC 5321 asks for two, RFC 4291 does not). */
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [i, half] of halves.entries()) {
    if (half === "" && halves.length === 2) continue;
    const parts = half.split(":");
    const last = i === halves.length - 1 ? parts.at(-1) : undefined;
    if (last?.includes(".")) {
      if (!isIpv4(last)) return false;
      parts.pop();
      groups += 2;
    }
    if (!parts.every((part) => /^[\da-f]{1,4}$/i.test(part))) return false;
    groups += parts.length;
  }
  return halves.length === 2 ? groups < 8 : groups === 8;
}
