import type { DnsTrouble } from "./record.ts";

/** What came of a question for A records, as plain DNS and DNS over HTTPS both answer it. */
export type LookedUp =
  | {
      readonly status: "records";
      readonly addresses: readonly string[];
      /** Seconds for which it may be kept; null where nobody says. */
      readonly ttl: number | null;
    }
  | { readonly status: "nxdomain"; readonly ttl: number | null }
  /** The name exists and has no address. */
  | { readonly status: "nodata" }
  | { readonly status: "trouble"; readonly trouble: DnsTrouble };
