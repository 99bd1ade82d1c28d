import type { Phrases } from "./phrases.ts";

export const ENGLISH: Phrases = {
  greetings: ["Hi {to},", "Hello {to},", "Hey {to},", "Good morning {to},", "{to},"],
  plainGreetings: ["Hi,", "Hello,", "Hi there,", "Good morning,"],
  openings: [
    "hope your week is going well.",
    "thanks again for your time the other day.",
    "just a quick note before I forget.",
    "I was going through my list this morning and this came up.",
    "sorry for the short notice on this one.",
    "following up on what we talked about.",
    "I hope you had a good weekend.",
    "one thing from my side today.",
  ],
  closings: [
    "Let me know what you think.",
    "No rush, whenever you get to it.",
    "Happy to talk it through on the phone.",
    "If it is easier, we can sort it out on {day}.",
    "Shout if anything is unclear.",
    "A short yes or no is enough.",
    "Thanks a lot.",
  ],
  signOffs: [
    "Best,\n{from}",
    "Thanks,\n{from}",
    "Cheers,\n{from}",
    "Kind regards,\n{from}",
    "{from}",
  ],
  days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
  topics: [
    {
      subjects: [
        "Notes from {day}",
        "Meeting notes",
        "What we agreed on {day}",
        "Minutes, short version",
      ],
      lines: [
        [
          "I wrote down what we decided in the meeting so that nobody has to remember it.",
          "Below is how I understood the discussion on {day}.",
          "I put the notes from our call in order.",
        ],
        [
          "We said that the new layout goes first and the translations come after it.",
          "The main point was that the supplier needs our answer by {day}.",
          "We agreed to try it with {n} people before everybody gets it.",
        ],
        [
          "Did I miss something?",
          "Could you check whether the dates are right?",
          "Is there anything that you would put differently?",
        ],
      ],
      answers: [
        "The notes look right to me, nothing to add.",
        "Good summary. I would only move the date to {day}.",
        "That is how I remember it as well.",
      ],
    },
    {
      subjects: ["Lunch on {day}?", "Lunch this week", "Food?", "Coffee next week?"],
      lines: [
        [
          "A few of us want to try the new place around the corner.",
          "I will be near your office on {day}.",
          "It has been a while since we had lunch together.",
        ],
        [
          "I thought of {time}, but I am flexible.",
          "We would be {n} people, so I should book a table.",
          "Would {day} around {time} work?",
        ],
        ["Are you in?", "Shall I count you in?", "Any food that you do not eat?"],
      ],
      answers: [
        "Count me in, {time} is perfect.",
        "I would love to, but {day} suits me better.",
        "Yes please. I eat everything.",
      ],
    },
    {
      subjects: [
        "Draft of the schedule",
        "Schedule for the next weeks",
        "Timeline",
        "Dates for the rollout",
      ],
      lines: [
        [
          "Here is how I would plan the next weeks.",
          "I moved the dates around so that nobody works on two things at once.",
          "I had another look at the timeline.",
        ],
        [
          "The first part takes about {n} days, the second a little longer.",
          "We would start on {day} and have a first version the week after.",
          "The review needs more time than we thought, so I gave it {n} days.",
        ],
        [
          "Does that fit with your holidays?",
          "Do you see a risk in it?",
          "Can your team live with these dates?",
        ],
      ],
      answers: [
        "Works for us. I am away on {day}, the rest is fine.",
        "Looks realistic. Let us start like this.",
        "The review could be shorter, otherwise I agree.",
      ],
    },
    {
      subjects: [
        "The printer on the second floor",
        "Printer again",
        "Small thing about the office",
        "Meeting room",
      ],
      lines: [
        [
          "The printer on our floor eats paper again.",
          "Somebody left the projector on in the small meeting room.",
          "The coffee machine shows an error since this morning.",
        ],
        [
          "I called the service and they come on {day} between {time} and noon.",
          "I think that the part was ordered, but I have not heard back.",
          "Until then please use the one next to the kitchen.",
        ],
        [
          "Could you tell the others?",
          "Do you know who looks after it now?",
          "Is that fine with you?",
        ],
      ],
      answers: [
        "Thanks for looking after it. I told the others.",
        "I think that Sam looks after it now, I will ask.",
        "Fine with me.",
      ],
    },
    {
      subjects: [
        "Question about the report",
        "Numbers for the report",
        "Quarterly report",
        "One question",
      ],
      lines: [
        [
          "I am working on the report and one number looks odd to me.",
          "While I was putting the figures together I found a gap.",
          "The report is nearly done, only the last page is missing.",
        ],
        [
          "Page {n} says something else than the table at the end.",
          "The figures of last month are higher than I expected.",
          "I used the numbers that we had on {day}.",
        ],
        [
          "Do you still have the original file?",
          "Can you have a look when you have ten minutes?",
          "Which of the two is right?",
        ],
      ],
      answers: [
        "The table is right, page {n} was an older version.",
        "I will have a look this afternoon and come back to you.",
        "I found the file and put it into the shared folder.",
      ],
    },
    {
      subjects: [
        "Book that I mentioned",
        "Reading for the weekend",
        "The article",
        "Recommendation",
      ],
      lines: [
        [
          "You asked me for the title of the book about clear writing.",
          "I finished the article that you recommended.",
          "I found the podcast that we talked about.",
        ],
        [
          "The chapter about meetings made me smile.",
          "It is short, about {n} chapters, and easy to read on a train.",
          "I did not agree with everything, but it made me think.",
        ],
        [
          "Do you want to borrow it?",
          "What are you reading at the moment?",
          "Have you got another one like that?",
        ],
      ],
      answers: [
        "I would love to borrow it when you are done.",
        "Glad that you liked it. The second half is even better.",
        "At the moment only manuals, sadly.",
      ],
    },
    {
      subjects: [
        "Interview on {day}",
        "Candidate for the design role",
        "Hiring",
        "Thoughts on the candidate",
      ],
      lines: [
        [
          "We have somebody for the open position who looks promising.",
          "The candidate for the design role comes on {day}.",
          "I read the application that you forwarded.",
        ],
        [
          "I would like to have you in the second conversation at {time}.",
          "There are {n} years of experience and good references.",
          "What I liked most was the way the work is explained.",
        ],
        [
          "Do you have half an hour?",
          "What would you ask first?",
          "Shall I send you the portfolio?",
        ],
      ],
      answers: [
        "I am free at {time}, put me down.",
        "Good impression on my side too.",
        "Send me the portfolio, I will read it tonight.",
      ],
    },
    {
      subjects: [
        "Train to the trade fair",
        "Travel on {day}",
        "Tickets",
        "Hotel for the conference",
      ],
      lines: [
        [
          "I am booking the trip for the trade fair.",
          "The conference confirmed our places.",
          "It is time to think about how we get there.",
        ],
        [
          "There is a train at {time} that gets us there before lunch.",
          "The hotel next to the hall still has {n} rooms.",
          "If we leave on {day} we have the evening to prepare.",
        ],
        [
          "Shall I book for you as well?",
          "Do you prefer a seat by the window?",
          "Would you rather drive?",
        ],
      ],
      answers: [
        "Please book for me as well, the early train is fine.",
        "I will drive and take the stand along.",
        "Perfect. I pay you back on {day}.",
      ],
    },
    {
      subjects: ["Feedback on the mockups", "New mockups", "The blue version", "Design review"],
      lines: [
        [
          "I looked at the mockups with fresh eyes this morning.",
          "The designers sent a new round.",
          "I showed the drafts to {n} people who had never seen them.",
        ],
        [
          "The blue version reads better, most of all on a phone.",
          "Everybody found the menu, nobody found the search.",
          "The second page is much calmer now.",
        ],
        [
          "Which one do you like?",
          "Shall we decide on {day}?",
          "Is there time for one more round?",
        ],
      ],
      answers: [
        "The blue one, without a doubt.",
        "One more round would be good, the search matters.",
        "Let us decide on {day} when everybody is there.",
      ],
    },
    {
      subjects: ["Running group", "Run on {day}", "Weather and shoes", "A short run after work"],
      lines: [
        [
          "A few of us go for a run after work.",
          "The weather should be good at the end of the week.",
          "I finally bought new shoes and need a reason to use them.",
        ],
        [
          "We meet at the bridge at {time} and take the way along the river.",
          "It is about {n} kilometres, nobody is fast.",
          "Last time we were done before it got dark.",
        ],
        ["Do you want to join?", "Are your knees better?", "Is {day} good for you?"],
      ],
      answers: [
        "I am in if it stays slow.",
        "My knees say no this week, next time I am there.",
        "{day} is good. See you at the bridge.",
      ],
    },
  ],
  thanks: [
    "Thanks for your mail.",
    "Good that you ask.",
    "Thank you!",
    "Sorry for the late answer.",
    "Sure.",
    "",
  ],
  wrote: "{from} wrote:",
};
