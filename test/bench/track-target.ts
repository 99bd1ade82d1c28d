/** Something that answers pixels and clicks. */
export type Target = {
  readonly name: string;
  readonly port: number;
  /** The process whose CPU time counts. */
  readonly pid: number;
  /** Resolves when what it answered is stored, where that comes later. */
  readonly stored?: (answered: number) => Promise<void>;
  /** Hits answered without a record so far. */
  readonly dropped?: () => Promise<number>;
  stop(): unknown;
};

/** Where every link of the bench leads. */
export const TARGET =
  "https://www.example.com/landing/page?utm_source=mail&utm_campaign=spring#top";
export const SECRET = "a-tracking-secret-of-a-bench-0123456789";
