import type { secureHeaders } from "hono/secure-headers";

const NONE = ["'none'"];
const SELF = ["'self'"];

/** The headers of every answer of the app. Tracking answers set their own. */
export const SECURITY_HEADERS: NonNullable<Parameters<typeof secureHeaders>[0]> = {
  contentSecurityPolicy: {
    defaultSrc: NONE,
    scriptSrc: SELF,
    styleSrc: SELF,
    imgSrc: ["'self'", "data:"],
    connectSrc: SELF,
    fontSrc: SELF,
    frameSrc: SELF,
    frameAncestors: NONE,
    baseUri: NONE,
    formAction: SELF,
  },
  // By the setting HSTS.
  strictTransportSecurity: false,
  xContentTypeOptions: "nosniff",
  referrerPolicy: "no-referrer",
  crossOriginOpenerPolicy: "same-origin",
  crossOriginResourcePolicy: "same-origin",
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  xFrameOptions: "DENY",
};
