import type { TemplateText } from "#modules/campaigns/rules/template-content.ts";

/** Minutes, where a real campaign has days. */
const WAIT = { delayUnit: "minutes", bodyText: "", variants: [] } as const;

/** The steps of the sample campaign: a variant, fields of leads, a link, and follow-ups in the same thread. */
export const SAMPLE_STEPS: readonly TemplateText[] = [
  {
    ...WAIT,
    delay: 0,
    subject: "{{ first_name }}, a question about {{ company }}",
    bodyHtml:
      '<p>Hi {{ first_name }},</p><p>{{ company }} in {{ custom.city }} has about {{ custom.team_size }} people. How do you find new customers today?</p><p>We wrote down what works for teams of your size: <a href="https://guide.sample.example/teams">the short guide</a>.</p><p>Would you like to talk about it?</p>',
    variants: [
      {
        id: "sample-b",
        label: "B",
        subject: "Idea for {{ company }}",
        body_html:
          '<p>Hello {{ first_name }},</p><p>as {{ custom.role }} at {{ company }} you hear this question often: who writes to new customers first?</p><p>This is how others in {{ custom.city }} do it: <a href="https://guide.sample.example/ideas">three ideas</a>.</p>',
        body_text: "",
        weight: 50,
        is_active: true,
      },
    ],
  },
  {
    ...WAIT,
    delay: 5,
    subject: "",
    bodyHtml:
      "<p>Hi {{ first_name }},</p><p>did you have time to look at it? One line is enough as an answer.</p>",
  },
  {
    ...WAIT,
    delay: 10,
    subject: "",
    bodyHtml:
      "<p>Hi {{ first_name }},</p><p>this is my last email about this. If it becomes a topic at {{ company }}, just reply.</p>",
  },
];
