import type { Deps } from "#platform/ctx/ctx.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import type { ProviderNotice } from "#modules/inbox/rules/providers/notice.ts";

/** A provider's request as it came. */
export type Call = {
  readonly bytes: Uint8Array;
  /** The same as text. */
  readonly text: string;
  header(name: string): string | null;
};

/** What one provider needs: where its keys are, how it authenticates, what its values mean. */
export type Source = {
  /** Bytes of a body. */
  readonly maxBytes: number;
  /** The install's own keys; none when it is not configured. */
  installKeys(settings: Settings): readonly string[];
  /**
   * Null unless the call was made with this key. `id` names it for good: a call with the same id
   * is the same call again. `effect` is done before the call is stored, so again after a crash.
   */
  verify(deps: Deps, call: Call, key: string): Promise<Verified | null>;
  /** What a stored body reports. Throws on a body that is not the provider's. */
  read(text: string): readonly ProviderNotice[];
};

export type Verified = {
  readonly id: string;
  /** The signature leaves the body out: another body under the same id is a forgery. */
  readonly isBodyUnsigned?: true;
  readonly effect?: () => Promise<void>;
};

/** The value of JSON text; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
