/** What the addresses of these rooms may say. */
export const SHOWN = ["all", "active", "paused", "draft", "completed"] as const;
export type Shown = (typeof SHOWN)[number];
export const isShown = (value: unknown): value is Shown => SHOWN.some((name) => name === value);

export const TABS = ["steps", "schedule", "mailboxes", "leads", "analytics", "settings"] as const;
export type Tab = (typeof TABS)[number];
export const isTab = (value: unknown): value is Tab => TABS.some((tab) => tab === value);
