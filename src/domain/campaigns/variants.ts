/** An A/B arm of a step (contract 2.3); the step's own copy is the control. */
export type Variant = {
  readonly id: string;
  readonly label: string;
  readonly subject: string;
  readonly body_html: string;
  readonly body_text: string;
  /** 1 to 100. */
  readonly weight: number;
  readonly is_active: boolean;
};
