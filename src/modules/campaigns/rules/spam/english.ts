import type { Lexicon } from "./lexicon.ts";

/**
 * English. Weights: 8 and more is what hardly any honest mail says; 4 to 7 what filters and readers
 * distrust; 1 to 3 what is fine alone and adds up.
 */
export const english: Lexicon = {
  language: "en",
  groups: [
    {
      category: "urgency",
      weight: 6,
      terms: `act now | act immediately | act fast | last chance | final notice | final warning | urgent action required |
        immediate action required | respond immediately | reply immediately | your account will be closed |
        account suspended | expires today | expires tonight | ends today | ends tonight | once in a lifetime |
        before it's too late | while supplies last | don't delete | do not delete | this won't last |
        you have been selected | you are a winner | urgent response | time is running out | call now`,
    },
    {
      category: "urgency",
      weight: 4,
      terms: `urgent | hurry | hurry up | don't miss out | don't miss this | don't hesitate | limited time | limited time offer |
        limited time only | limited offer | limited supply | limited spots | limited seats | only a few left |
        offer expires | offer ends | expires soon | deadline | order now | buy now | apply now | sign up now | join now |
        register now | get it now | get started now | get yours now | start now | shop now | download now | subscribe now |
        order today | buy today | call today | act today | apply today | sign up today | today only | one day only |
        one time offer | one time only | now or never | take action | take action now | instant access | instant |
        supplies are limited | selling fast | going fast | what are you waiting for | can't wait | only hours left |
        hours left | days left | final days | last day | last call | final call | final reminder | final offer |
        new customers only | important information regarding | please read | read this | open immediately`,
    },
    {
      category: "urgency",
      weight: 2,
      terms: `asap | as soon as possible | right now | right away | immediately | now only | time sensitive | time limited |
        quick question | quick call today | for a limited time | important notice | attention | reminder | limited |
        exclusive deal | expire | still interested | following up again | third attempt | trying to reach you |
        bumping this | while it lasts | soon to end | don't wait | don't forget | must act`,
    },
    {
      category: "money",
      weight: 7,
      terms: `make money | make money fast | make money online | earn money | earn extra cash | extra cash | extra income |
        double your income | double your money | double your cash | earn from home | earn per week | earn per month |
        be your own boss | financial freedom | financial independence | get rich | get rich quick | free money |
        cash prize | cash bonus | instant cash | fast cash | easy money | quick money | unclaimed money |
        million dollars | millions of dollars | thousands of dollars | hidden assets | offshore | pure profit |
        risk free investment | guaranteed income | guaranteed profit | guaranteed return | passive income |
        work from home | home based business | you have won | claim your prize | claim your reward | wire transfer |
        money making | investment opportunity | 100% profit | free cash | no upfront cost`,
    },
    {
      category: "money",
      weight: 4,
      terms: `free | for free | free trial | free access | free consultation | free gift | free offer | free quote | free sample |
        free info | free membership | free installation | free website | free preview | free demo | free audit |
        free shipping | absolutely free | totally free | 100% free | completely free | cheap | cheapest | lowest price |
        best price | bargain | big savings | huge discount | special discount | massive discount | discount code | coupon |
        voucher | gift card | giveaway | cash back | cashback | money back | money back guarantee | full refund | refund |
        save big | save up to | save money | save $ | 50% off | half price | half off | price slashed | slashed prices |
        no cost | no fees | no hidden costs | no hidden fees | zero cost | at no cost | no charge | no credit card |
        no credit card required | no money down | low cost | affordable | unbeatable price | unbeatable offer |
        best deal | great deal | special offer | special promotion | promotional offer | incredible deal | bonus |
        cash | $$ | €€ | ££ | big bucks | income | profits | earn | dollars | prize | winner |
        jackpot | casino | lottery | bitcoin | crypto | cryptocurrency | forex | binary options | stock tip | stock alert |
        credit score | credit card offer | consolidate debt | debt relief | eliminate debt | get out of debt | mortgage rates |
        refinance | lower rates | lower your bill | insurance quote | payday loan | fast loan | pre approved | preapproved |
        no interest | low interest | tax refund | serious cash | why pay more | beneficiary | inheritance`,
    },
    {
      category: "money",
      weight: 2,
      terms: `discount | deal | save |  invest | investment | revenue boost | roi | lower cost |
        cost savings | cut costs | reduce costs | increase revenue | increase sales | boost sales | more sales |   sale | offer |  money |  cost effective | per lead |  extra revenue | return on investment`,
    },
    {
      category: "money",
      weight: 1,
      terms: `price | quote | invoice | payment | pay | purchase | value | fee | budget | credit | loan | commission | compensation | subscription fee`,
    },
    {
      category: "exaggeration",
      weight: 7,
      terms: `100% guaranteed | 100% satisfied | 100% satisfaction | satisfaction guaranteed | guaranteed results |
        results guaranteed | no questions asked | miracle | cure | lose weight | lose weight fast | weight loss |
        anti aging | too good to be true | can't lose | risk free | no risk | zero risk | once in lifetime |
        unlimited | it's effective | works instantly | instant results | overnight success | secret formula | secret method |
        foolproof | fail proof | change your life | life changing | will not believe your eyes | you won't believe |
        shocking | mind blowing | #1 | number one | world's best | best ever | never before`,
    },
    {
      category: "exaggeration",
      weight: 4,
      terms: `guarantee | amazing | incredible | unbelievable | unbeatable | fantastic | sensational | phenomenal | outrageous |
        extraordinary | insane | explode | skyrocket | crush | dominate | supercharge | massive | huge | gigantic |
        revolutionary | breakthrough | ultimate | unparalleled | unmatched | once in a decade | best in class |
        the best | perfect solution | all in one solution | promise you | we promise | proven results | proven system |
        proven method | tested and proven | 10x | 100x | 100% | 200% | 300% | 1000% | triple your | double your |
        double your sales | double your revenue | 10x your | dramatically | effortless | effortlessly | no effort |
        easily | super easy | in minutes | in seconds | in no time | without effort | join millions | join thousands |
        everyone is talking | exclusive | exclusive offer | exclusive access | once only | vip | be amazed |
        dream | your dream | success story | super | wow | awesome offer | must have | must see | jaw dropping`,
    },
    {
      category: "exaggeration",
      weight: 2,
      terms: `awesome | great offer | wonderful | excellent | terrific | biggest | greatest | fastest | easiest |
        leading provider | market leader | industry leading | award winning | top rated | top notch | world class |
        unique | special | perfect | powerful | every time | absolutely | totally | completely | definitely | truly | extremely | instantly | fast results | huge opportunity | great opportunity | amazing opportunity |
        big announcement | exciting news | excited to share | thrilled | pleased to announce`,
    },
    {
      category: "shady",
      weight: 10,
      terms: `viagra | cialis | levitra | valium | xanax | vicodin | pharmacy online | online pharmacy | no prescription |
        no prescription needed | prescription drugs | male enhancement | enlarge | human growth hormone | hgh | steroids |
        nigerian prince | next of kin | confidential business proposal | bank details | social security number |
        verify your account | confirm your account | confirm your password | password expired | your password will expire |
        unusual activity | suspicious activity | reset your password now | click below to verify | porn | xxx | sex | nude |
        hot singles | meet singles | escort | adult content | replica watches | rolex | fake id | counterfeit |
        pyramid scheme | ponzi | multi level marketing | mlm | chain letter | dear beneficiary | dear friend |
        this isn't spam | this is not spam | not spam | we hate spam | removes wrinkles | bulk email | mass email |
        email harvest | buy email list | email list for sale | undisclosed recipient | hidden charges | cable converter`,
    },
    {
      category: "shady",
      weight: 5,
      terms: `click here | click below | click this link | click the link | click the link below | click now | click to remove |
        click to unsubscribe | open the attachment | see attachment | download attachment | download the attachment |
        as seen on | as seen on tv | congratulations | congrats you | you won | winner selected | dear sir | dear madam |
        dear sir or madam | dear sir/madam | to whom it may concern | dear valued customer | valued customer |
        dear customer | dear user | no obligation | no strings attached | no catch | no gimmick | no purchase necessary |
        no experience | no experience needed | what's the catch | there is no catch | this is not a scam | not a scam |
        not junk | legal notice | it's legal | 100% legal | get paid | become a member | gambling | poker | bet now |
        diet pill | detox | keto | cbd | vape | tobacco | weapons | guns | ammo | hacked | malware | your computer is infected |
        remove from list | to be removed | in accordance with laws | can spam | section 301 | opt in list | targeted list |
        lead list | guest post | link exchange | backlinks | do follow | dofollow | first page of google | rank on google |
        page one ranking | search engine ranking | seo services | increase traffic | website traffic | buy followers |
        direct marketing | direct email | email marketing | marketing solution | mass marketing | telemarketing |
        credit repair | repair your credit | bankruptcy | collect child support | university diploma | online degree |
        bad credit | no credit check | confidentiality | not intended | information you requested | requires initial investment`,
    },
    {
      category: "shady",
      weight: 2,
      terms: `confidential | private invitation | secret | hidden | trick | loophole | unsolicited | opt in |
        click | link below | visit our website | check out our website | form below | fill out the form | take a look below |   claim | scam | spam | junk | removal instructions | stop receiving `,
    },
    {
      category: "shady",
      weight: 1,
      terms: `member | login | password | certified | certificate | accredited | licensed | approved | medicine | drug | supplement | weight | adult | trial | subscribe`,
    },
    {
      category: "jargon",
      weight: 3,
      terms: `game changer | game changing | cutting edge | bleeding edge | state of the art | next generation | paradigm shift |
        disruptive | revolutionize | turnkey | turnkey solution | low hanging fruit | move the needle | circle back |
        touch base | just touching base | just checking in | just following up | pick your brain | hop on a call |
        jump on a call | quick chat | quick win | win win | win win situation | synergy | synergize | leverage synergies |
        growth hacking | hyper growth | 10x growth | thought leader | deep dive | value add | value proposition |
        end to end solution | one stop shop | best of breed | mission critical | seamless integration | holistic approach |
        take it to the next level | next level | unlock your potential | unlock growth | unleash | empower your team |
        hope this email finds you well | i hope this finds you well | hope you are doing well | i know you are busy |
        decision maker | right person | per my last email | reaching out to you today | my name is`,
    },
    {
      category: "jargon",
      weight: 1,
      terms: `leverage | robust | scalable | streamline | optimize | actionable | bandwidth | ecosystem | granular | holistic |
        ideate | innovative | innovation | seamless | solution | solutions provider | stakeholder | strategic | transform |
        transformative | utilize | frictionless | best practice | core competency | data driven | customer centric |
        digital transformation | ai powered | ai driven | out of the box | at scale | cross functional | mindshare |
        onboarding experience | pain point | pipeline growth | roadmap | thought leadership | touchpoint | verticals |
        reaching out | circle around | ping me | loop in | checking in | bump | nurture`,
    },
  ],
  instead: {
    "act now": "when it suits you",
    "apply now": "you can apply here",
    "as soon as possible": "a day that you need it by",
    asap: "a day that you need it by",
    "best price": "our price is …",
    "buy now": "have a look",
    "call now": "reply to this mail",
    cheap: "name the price",
    "circle back": "write again",
    "click here": "say what the link shows",
    congratulations: "say what you noticed, and where",
    "cutting edge": "say what it does",
    deadline: "the date itself",
    "dear friend": "their first name",
    "dear sir": "their first name",
    "dear sir or madam": "their first name",
    discount: "say what it costs them",
    "don't hesitate": "leave it out",
    "double your revenue": "a customer's result, with the figure",
    "exclusive offer": "what we can do for you",
    free: "included, or say what it costs",
    "free consultation": "a 15-minute call",
    "free trial": "try it for 14 days",
    "game changer": "say what changed, with a figure",
    guarantee: "a customer's result, with the figure",
    "hope this email finds you well": "begin with why you write to them",
    "hop on a call": "talk for 15 minutes",
    huge: "the figure itself",
    hurry: "leave it out",
    "i hope this finds you well": "begin with why you write to them",
    incredible: "say what it does",
    "increase sales": "name whose sales, and by how much",
    instant: "say how long it takes",
    "jump on a call": "talk for 15 minutes",
    "just checking in": "add something new, or ask one question",
    "just following up": "add something new, or ask one question",
    leverage: "use",
    "limited time": "until a date",
    "limited time offer": "until a date",
    "make money": "name the result",
    "my name is": "begin with them, not with you",
    "no obligation": "leave it out",
    "pick your brain": "ask your question",
    "quick question": "ask the question in the subject",
    "risk free": "say how they can get out",
    "save money": "name the amount",
    "sign up now": "you can sign up here",
    solution: "say what it is",
    "special offer": "what we can do for you",
    synergy: "say who gains what",
    "touch base": "talk",
    urgent: "the date itself",
    utilize: "use",
    "win win": "say who gains what",
  },
  advice: {
    urgency: "Use a date, or remove the pressure.",
    money: "Use plain numbers, or wait until after the first reply.",
    exaggeration: "Say what it does, with a number or a name.",
    shady: "Remove it. Spam filters link it to fraud.",
    jargon: "Write it as you would say it in person.",
    formatting: "Write it plainly.",
  },
  root(word) {
    if (word.length <= 3 || !/^[a-z'’]+$/.test(word)) return word;
    const bare = word.replace(/['’]/g, "'");
    if (bare.includes("'")) return bare;
    const singular = bare
      .replace(/(?:ies)$/, "y")
      .replace(/(?<=[^s])s$|(?<=(?:ss|sh|ch|x))es$/, "");
    const stem = singular
      .replace(/(?<=[aeiouy].*[^aeiou])(?:ing|ed)$/, "")
      .replace(/(?<=[aeiouy].*)(?:ed)$/, "");
    // "offer, offered", "limit, limited", "save, saved": the last e and a doubled consonant go as well.
    return stem.length < 3
      ? singular
      : stem.replace(/([bdgmnprt])\1$/, "$1").replace(/(?<=..)e+$/, "");
  },
  optOut:
    /unsubscribe|opt[ -]?out|stop (?:receiving|these|getting)|reply (?:with )?["“']?(?:stop|no|remove)|not (?:the )?right (?:person|fit|time)[^.]{0,80}(?:let me know|tell me)|prefer not to (?:hear|receive)|won['’]?t (?:write|email|contact) (?:you )?again/i,
};
