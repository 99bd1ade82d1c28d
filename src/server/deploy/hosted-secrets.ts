import { join } from "node:path";
import { loadSecrets } from "#server/secrets.ts";

const NAMES = ["AUTH_SECRET", "VAULT_KEYS", "TRACKING_SECRET", "COMPANION_SECRET"];

/**
 * The secrets that a Worker lacks, made at the first deployment and kept in `directory/hosted.env`
 * (0600), since the platform never shows them again. Throws `StartError` where a Worker has some of
 * them and the file is gone: others would not fit.
 */
export function missingSecrets(
  directory: string,
  present: readonly string[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const missing = NAMES.filter((name) => !present.includes(name));
  if (missing.length === 0) return {};
  const isPartly = missing.length < NAMES.length;
  const kept: Record<string, string> = {
    ...loadSecrets(join(directory, "hosted.env"), given, isPartly),
    ...given,
  };
  return Object.fromEntries(missing.map((name) => [name, kept[name] ?? ""]));
}
