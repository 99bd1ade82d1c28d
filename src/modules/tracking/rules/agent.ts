import type { OutsideText } from "#platform/rules/outside-text.ts";
import { isbot } from "isbot";

/** What kind of program made a hit. The agent itself is not kept. */
export const AGENT_FAMILIES = [
  "empty",
  "gmail_proxy",
  "yahoo_proxy",
  "apple_proxy",
  "gateway",
  "outlook",
  "mail_client",
  "cli",
  "crawler",
  "browser",
  "other",
] as const;
export type AgentFamily = (typeof AGENT_FAMILIES)[number];

/** Families that no person sits behind (mail, rule 2). */
export const MACHINE_FAMILIES: ReadonlySet<string> = new Set<AgentFamily>([
  "empty",
  "gateway",
  "cli",
  "crawler",
]);

/** Security products that follow every link of a message before it is delivered. */
const GATEWAY =
  /barracuda|mimecast|proofpoint|urldefense|safelinks|forcepoint|symantec|messagelabs|trend ?micro|sophos|zscaler|fireeye|fortimail|ironport|mcafee|cloudmark/i;

/** Programs that people read mail in, some of which a general list takes for robots. */
const MAIL_CLIENT =
  /thunderbird|em ?client|spark|superhuman|airmail|evolution|kmail|kontact|postbox|mailbird|bluemail|canary ?mail|edison|the bat!|lotus-notes|zimbra|claws|sylpheed|blackberry|samsung ?email|mailspring|seamonkey|aquamail|k-9|fairemail|applemail|cfnetwork/i;

const CLI =
  /^(?:curl|wget|httpie|python|aiohttp|httpx|go-http-client|java|okhttp|apache-httpclient|axios|node|undici|got|libwww|lwp|ruby|php|guzzle|perl|dart|postmanruntime|insomnia|rest-client|reqwest|deno|bun)\b/i;

/** The family of a User-Agent header. Order matters: what carries mail is known before what looks like a robot. */
export function agentFamily(userAgent: OutsideText): AgentFamily {
  const agent = userAgent.trim().slice(0, 512);
  if (agent === "") return "empty";
  if (/GoogleImageProxy|ggpht\.com/.test(agent)) return "gmail_proxy";
  if (/YahooMailProxy/.test(agent)) return "yahoo_proxy";
  // What Apple's Mail Privacy Protection sends, and Apple Mail itself: the two cannot be
  // distinguished.
  if (agent === "Mozilla/5.0" || agent.endsWith("(KHTML, like Gecko)")) return "apple_proxy";
  if (GATEWAY.test(agent)) return "gateway";
  if (/outlook|microsoft office|ms-?office/i.test(agent)) return "outlook";
  if (CLI.test(agent)) return "cli";
  if (MAIL_CLIENT.test(agent)) return "mail_client";
  if (isbot(agent)) return "crawler";
  return agent.startsWith("Mozilla/") ? "browser" : "other";
}
