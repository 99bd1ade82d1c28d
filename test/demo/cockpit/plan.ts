/** A client of the agency, as the demo plans it. */
export type PlannedClient = {
  readonly name: string;
  readonly slug: string;
  readonly sender: string;
  readonly leads: readonly string[];
  readonly kind: "steady" | "over quota" | "on fire" | "with people";
  /** Emails that it may send in a month; null: any number. */
  readonly quota: number | null;
  /** The name of the product that its people see; null: the agency's. */
  readonly whiteLabel: string | null;
};

export const CLIENTS = 50;
export const PASSWORD = "an app password of the demo";
const ON_FIRE = 6;
const OVER_QUOTA = 11;
const WITH_PEOPLE = 2;
/** What the client over its quota may send. */
const QUOTA = 4;

const two = (n: number): string => String(n + 1).padStart(2, "0");

/** Fifty clients with a mailbox each: one bounces, one reaches its quota, one has people of its own and a white label. */
export const planned: readonly PlannedClient[] = Array.from({ length: CLIENTS }, (_, i) => {
  const kind =
    i === ON_FIRE
      ? "on fire"
      : i === OVER_QUOTA
        ? "over quota"
        : i === WITH_PEOPLE
          ? "with people"
          : "steady";
  // Each client has another number of leads, so that a mixed-up figure shows.
  const count = kind === "on fire" ? 60 : 5 + (i % 9);
  return {
    name: `Client ${two(i)}`,
    slug: `client-${two(i)}`,
    sender: `desk@client-${two(i)}.test`,
    leads: Array.from({ length: count }, (_, n) => `lead${n}@prospect-${two(i)}.test`),
    kind,
    quota: kind === "over quota" ? QUOTA : null,
    whiteLabel: kind === "with people" ? `${two(i)} Reach` : null,
  };
});

const numberOf = (lead: string): number => Number(/^lead(\d+)@/.exec(lead)?.[1]);
const isOnFire = (lead: string): boolean => lead.endsWith(`@prospect-${two(ON_FIRE)}.test`);

/** Two in three leads of the client on fire do not exist. */
export const refuses = (lead: string): boolean => isOnFire(lead) && numberOf(lead) % 3 !== 0;

/** One lead in four answers; none of the client on fire does. */
export const answers = (lead: string): boolean => !isOnFire(lead) && numberOf(lead) % 4 === 1;
