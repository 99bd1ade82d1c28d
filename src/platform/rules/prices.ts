/** A price by the million, above what is included. */
export type Rate = { readonly included: number; readonly per_million: number };
/** Storage, by the GB (1,000,000,000 bytes) and month. */
export type StorageRate = { readonly included_gb: number; readonly per_gb_month: number };

/** What the platform charges; null: nothing. */
export type Prices = {
  /** Of which day they are, YYYY-MM-DD. */
  readonly as_of: string;
  readonly currency: string;
  readonly base_fee: number | null;
  readonly requests: Rate | null;
  readonly rows_read: Rate | null;
  readonly rows_written: Rate | null;
  readonly queue_operations: Rate | null;
  readonly storage: StorageRate | null;
};
