import { Container } from "@cloudflare/containers";
import type { Env } from "./env.ts";

/**
 * The companion as a Cloudflare Container (`npm run deploy -- --companion container`). Its disk
 * lasts as long as one run, so its journal lies in a Durable Object of its own (`JournalObject`).
 */
export class CompanionContainer extends Container<Env> {
  override defaultPort = 8788;
  /** The cron trigger asks for its health each minute, so that it never sleeps while that runs. */
  override sleepAfter = "10m";
  override pingEndpoint = "companion/health";

  constructor(ctx: DurableObjectState<{}>, env: Env) {
    super(ctx, env);
    const text = (name: string): string => {
      const value = env[name];
      return typeof value === "string" ? value : "";
    };
    this.envVars = {
      HOST: "0.0.0.0",
      COMPANION_PORT: "8788",
      APP_URL: text("BASE_URL"),
      COMPANION_SECRET: text("COMPANION_SECRET"),
      JOURNAL: "app",
      LOG_LEVEL: text("LOG_LEVEL") || "info",
    };
  }
}
