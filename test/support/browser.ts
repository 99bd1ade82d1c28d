import { type Browser, type BrowserServer, chromium } from "playwright-core";

/** Debian's Chromium, or the one that CHROMIUM names. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const OPTIONS = {
  executablePath: CHROMIUM,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
  ],
};

/** A headless browser that talks to loopback alone. */
export const startBrowser = (): Promise<Browser> => chromium.launch(OPTIONS);

/** The same for several processes, each of which connects to it and has contexts of its own. */
export const startBrowserServer = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...OPTIONS, host: "127.0.0.1" });

/** How a page is looked at. */
export const LOOKS = {
  desktop: { viewport: { width: 1440, height: 1000 } },
  laptop: { viewport: { width: 1024, height: 800 } },
  tablet: { viewport: { width: 820, height: 1100 } },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
  /** The narrowest that everything must fit. */
  narrow: {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
  dark: { viewport: { width: 1440, height: 1000 }, colorScheme: "dark" },
  "dark-phone": {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme: "dark",
  },
} as const;
export type LookName = keyof typeof LOOKS;
