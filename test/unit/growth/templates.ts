import { parseSpintax } from "#domain/campaigns/spintax.ts";
import { TEMPLATE_MAX_LENGTH } from "#domain/campaigns/liquid.ts";
import { families, repeat, type Family } from "./family.ts";

/** Campaigns' copy: what a client may write into a step or ask a preview of. */
export const TEMPLATES: readonly Family[] = [
  ...families("domain/campaigns/spintax.ts#parseSpintax", parseSpintax, TEMPLATE_MAX_LENGTH, {
    "open braces": repeat("{"),
    "outputs closed within a string": repeat("{{ ", { after: '" }}' }),
    "strings never closed": repeat(`{% "`, { after: " %}" }),
    "blanks before a random": repeat(" ", { before: "{{", after: "random|" }),
    "groups in groups": repeat("{a|"),
    "small groups": repeat("{a|b}"),
  }),
];
