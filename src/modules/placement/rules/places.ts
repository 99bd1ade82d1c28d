/** Where a test email came to lie. `unknown`: its seed could not be read. */
export const PLACES = ["inbox", "spam", "other", "missing", "unknown"] as const;
export type Place = (typeof PLACES)[number];

/** The tabs of Gmail's inbox. */
export const TABS = ["primary", "promotions", "social", "updates", "forums"] as const;
export type Tab = (typeof TABS)[number];
