import type { LeadRow } from "./leads-csv.ts";
import { randomFrom, shuffled } from "./random.ts";

/** What a person does with a mail, in this order. */
export type Deed =
  | "open"
  | "click guide"
  | "click cases"
  | "click call"
  | "reply"
  | "answer by machine"
  | "one-click unsubscribe"
  | "unsubscribe by the page";

/** How somebody treats the campaign's mail. */
export type Habit = {
  readonly name: string;
  /** Of 36 people, so many are like this. */
  readonly share: number;
  /** The recipient's server refuses the address. */
  readonly refuses?: boolean;
  /** A gateway follows every link of the first mail at once; the person behind it does nothing. */
  readonly scanned?: boolean;
  readonly first: readonly Deed[];
  readonly second: readonly Deed[];
};

/** What people did with mail of this kind, roughly. */
const HABITS: readonly Habit[] = [
  { name: "reads nothing", share: 8, first: [], second: [] },
  { name: "refused by its server", share: 1, refuses: true, first: [], second: [] },
  { name: "behind a link scanner", share: 2, scanned: true, first: [], second: [] },
  { name: "opens the first", share: 4, first: ["open"], second: [] },
  { name: "opens both", share: 2, first: ["open"], second: ["open"] },
  { name: "opens the first twice", share: 2, first: ["open", "open"], second: [] },
  { name: "clicks one link", share: 3, first: ["open", "click guide"], second: [] },
  {
    name: "clicks two links, one twice",
    share: 1,
    first: ["open", "click guide", "click cases", "click guide"],
    second: [],
  },
  { name: "replies at once", share: 3, first: ["open", "reply"], second: [] },
  { name: "replies with images off", share: 1, first: ["reply"], second: [] },
  {
    name: "unsubscribes by one click",
    share: 1,
    first: ["open", "one-click unsubscribe"],
    second: [],
  },
  {
    name: "unsubscribes by the page",
    share: 1,
    first: ["open", "unsubscribe by the page"],
    second: [],
  },
  { name: "is away", share: 1, first: ["answer by machine"], second: [] },
  { name: "opens the second", share: 2, first: [], second: ["open"] },
  { name: "clicks in the second", share: 1, first: ["open"], second: ["open", "click call"] },
  { name: "replies to the second", share: 2, first: ["open"], second: ["open", "reply"] },
  { name: "unsubscribes after the second", share: 1, first: [], second: ["one-click unsubscribe"] },
];

export type Person = LeadRow & {
  readonly habit: Habit;
  /** Where this person's requests come from: an address of 127/8 that nobody else has. */
  readonly address: string;
  /** Waits this long before the first deed, in milliseconds. */
  readonly patience: number;
};

/**
 * Gives every lead a habit: of 36 each, in an order by the seed. Only the refused stand apart in the
 * last two thirds: three among the first mails of one mailbox would rightly hold it back for a week.
 */
export function castPeople(leads: readonly LeadRow[], seed: number): Person[] {
  const random = randomFrom(seed);
  const each = HABITS.flatMap((habit) => Array.from({ length: habit.share }, () => habit));
  const drawn: Habit[] = [];
  while (drawn.length < leads.length) drawn.push(...shuffled(each, random));
  const cast = drawn.slice(0, leads.length);
  const habits = cast.filter(({ refuses }) => refuses !== true);
  const refused = cast.filter(({ refuses }) => refuses === true);
  for (const [i, habit] of refused.entries()) {
    const share = (1 + (2 * i + 1) / refused.length) / 3;
    habits.splice(Math.floor(share * leads.length), 0, habit);
  }
  return leads.map((lead, index) => ({
    ...lead,
    habit: habits[index] ?? { name: "reads nothing", share: 0, first: [], second: [] },
    address: `127.20.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    patience: 2_500 + Math.floor(random() * 4_000),
  }));
}

const ENDS_THE_SEQUENCE: readonly Deed[] = [
  "reply",
  "one-click unsubscribe",
  "unsubscribe by the page",
];
const UNSUBSCRIBES: readonly Deed[] = ["one-click unsubscribe", "unsubscribe by the page"];

/** Whether the second step is never written to this person. */
export const stopsAfterFirst = ({ habit }: Person): boolean =>
  habit.refuses === true || habit.first.some((deed) => ENDS_THE_SEQUENCE.includes(deed));

const isClick = (deed: Deed): boolean => deed.startsWith("click");

/** What has to be counted in the end, when everybody keeps to the plan. */
export function expectedOf(people: readonly Person[]) {
  const first = people.filter(({ habit }) => habit.refuses !== true);
  const second = people.filter((person) => !stopsAfterFirst(person));
  /** What is done to each delivered mail. */
  const mails = [
    ...first.map(({ habit }) => habit.first),
    ...second.map(({ habit }) => habit.second),
  ];
  const count = (matches: (deed: Deed) => boolean) => mails.flat().filter(matches).length;
  const mailsWith = (matches: (deed: Deed) => boolean) =>
    mails.filter((deeds) => deeds.some(matches)).length;
  const refused = people.length - first.length;
  return {
    people: people.length,
    refused,
    deliveredFirst: first.length,
    deliveredSecond: second.length,
    opens: count((deed) => deed === "open"),
    uniqueOpens: mailsWith((deed) => deed === "open"),
    clicks: count(isClick),
    uniqueClicks: mailsWith(isClick),
    /** A link counts once per mail. */
    clickedLinks: mails.reduce((sum, deeds) => sum + new Set(deeds.filter(isClick)).size, 0),
    replies: count((deed) => deed === "reply"),
    autoReplies: count((deed) => deed === "answer by machine"),
    unsubscribes: count((deed) => UNSUBSCRIBES.includes(deed)),
  };
}
export type Expected = ReturnType<typeof expectedOf>;
