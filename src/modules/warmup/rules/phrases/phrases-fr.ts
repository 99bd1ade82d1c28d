import type { Phrases } from "./phrases.ts";

export const FRENCH: Phrases = {
  greetings: ["Bonjour {to},", "Salut {to},", "Hello {to},", "{to},"],
  plainGreetings: ["Bonjour,", "Bonjour à toi,", "Bonjour,"],
  openings: [
    "j'espère que ta semaine se passe bien.",
    "merci encore pour l'échange de l'autre jour.",
    "un petit mot avant que j'oublie.",
    "en relisant ma liste ce matin, j'ai vu ce point.",
    "désolé de m'y prendre si tard.",
    "je reviens sur ce que nous avons dit.",
  ],
  closings: [
    "Dis-moi ce que tu en penses.",
    "Rien d'urgent.",
    "On peut aussi s'appeler.",
    "Sinon on en parle {day}.",
    "Un simple oui ou non suffit.",
    "Merci beaucoup.",
  ],
  signOffs: [
    "Bien à toi,\n{from}",
    "À bientôt,\n{from}",
    "Merci,\n{from}",
    "Bonne journée,\n{from}",
    "{from}",
  ],
  days: ["lundi", "mardi", "mercredi", "jeudi", "vendredi"],
  topics: [
    {
      subjects: [
        "Notes de {day}",
        "Compte rendu",
        "Ce que nous avons décidé",
        "Notes de la réunion",
      ],
      lines: [
        [
          "J'ai noté ce que nous avons décidé en réunion.",
          "Voici comment j'ai compris la discussion de {day}.",
          "Les notes de notre appel sont maintenant au propre.",
        ],
        [
          "La nouvelle maquette passe d'abord, les traductions ensuite.",
          "Le fournisseur attend notre réponse pour {day}.",
          "On essaie d'abord avec {n} personnes.",
        ],
        [
          "Ai-je oublié quelque chose ?",
          "Les dates sont-elles justes ?",
          "Tu dirais la même chose ?",
        ],
      ],
      answers: [
        "C'est bon pour moi, rien à ajouter.",
        "Bon résumé. Je mettrais juste la date à {day}.",
        "C'est bien ce que j'avais retenu.",
      ],
    },
    {
      subjects: ["Déjeuner {day} ?", "On déjeune ?", "Un café la semaine prochaine ?", "Midi"],
      lines: [
        [
          "Nous sommes quelques-uns à vouloir essayer le nouveau bistrot.",
          "Je serai près de ton bureau {day}.",
          "Cela fait longtemps qu'on n'a pas déjeuné ensemble.",
        ],
        [
          "Je pensais à {time}, mais je m'adapte.",
          "Nous serions {n}, je vais réserver.",
          "Est-ce que {day} vers {time} te convient ?",
        ],
        ["Tu viens ?", "Je te compte parmi nous ?", "Il y a des choses que tu ne manges pas ?"],
      ],
      answers: [
        "Je viens, {time} c'est parfait.",
        "Avec plaisir, mais {day} m'arrange mieux.",
        "Oui, et je mange de tout.",
      ],
    },
    {
      subjects: [
        "Le calendrier",
        "Dates des prochaines semaines",
        "Planning",
        "Proposition de planning",
      ],
      lines: [
        [
          "Voici comment je verrais les prochaines semaines.",
          "J'ai déplacé les dates pour que personne ne fasse deux choses à la fois.",
          "J'ai relu le planning.",
        ],
        [
          "La première partie prend environ {n} jours, la seconde un peu plus.",
          "On commence {day} et on a une première version la semaine suivante.",
          "La relecture demande plus de temps, j'ai prévu {n} jours.",
        ],
        ["Cela va avec tes congés ?", "Tu vois un risque ?", "Ton équipe peut suivre ?"],
      ],
      answers: [
        "Ça marche. Je suis absent {day}, le reste va bien.",
        "C'est réaliste, partons là-dessus.",
        "La relecture peut être plus courte, sinon d'accord.",
      ],
    },
    {
      subjects: [
        "Question sur le rapport",
        "Les chiffres du rapport",
        "Rapport du trimestre",
        "Une question",
      ],
      lines: [
        [
          "Je travaille sur le rapport et un chiffre me paraît étrange.",
          "En rassemblant les données j'ai trouvé un trou.",
          "Le rapport est presque fini, il manque la dernière page.",
        ],
        [
          "La page {n} ne dit pas la même chose que le tableau.",
          "Les chiffres du mois dernier sont plus hauts que prévu.",
          "J'ai pris ceux que nous avions {day}.",
        ],
        [
          "Tu as encore le fichier ?",
          "Tu peux regarder dix minutes ?",
          "Lequel des deux est juste ?",
        ],
      ],
      answers: [
        "Le tableau est juste, la page {n} est ancienne.",
        "Je regarde cet après-midi et je te dis.",
        "J'ai retrouvé le fichier, il est dans le dossier commun.",
      ],
    },
    {
      subjects: ["Train pour le salon", "Voyage de {day}", "Billets", "Hôtel pour la conférence"],
      lines: [
        [
          "Je réserve le trajet pour le salon.",
          "La conférence a confirmé nos places.",
          "Il est temps de penser au trajet.",
        ],
        [
          "Il y a un train à {time}, on arrive avant midi.",
          "L'hôtel à côté a encore {n} chambres.",
          "En partant {day} on garde la soirée pour préparer.",
        ],
        ["Je réserve pour toi aussi ?", "Côté fenêtre ?", "Tu préfères la voiture ?"],
      ],
      answers: [
        "Oui, réserve pour moi, le train du matin me va.",
        "Je prends la voiture et j'emporte le stand.",
        "Parfait, je te rembourse {day}.",
      ],
    },
  ],
  thanks: [
    "Merci pour ton message.",
    "Tu fais bien de demander.",
    "Merci !",
    "Désolé pour le retard.",
    "Bien sûr.",
    "",
  ],
  wrote: "{from} a écrit :",
};
