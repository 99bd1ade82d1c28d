import type { Phrases } from "./phrases.ts";

export const SPANISH: Phrases = {
  greetings: ["Hola {to}:", "Buenos días, {to}:", "¿Qué tal, {to}?", "{to}:"],
  plainGreetings: ["Hola:", "Buenos días:", "¿Qué tal?"],
  openings: [
    "espero que la semana vaya bien.",
    "gracias otra vez por la charla del otro día.",
    "una nota rápida antes de que se me olvide.",
    "esta mañana, al repasar mi lista, vi esto.",
    "perdona que te avise con tan poco tiempo.",
    "sigo con lo que hablamos.",
  ],
  closings: [
    "Dime qué te parece.",
    "No hay prisa.",
    "Si prefieres, lo hablamos por teléfono.",
    "Si no, lo vemos el {day}.",
    "Con un sí o un no me basta.",
    "Muchas gracias.",
  ],
  signOffs: [
    "Un saludo,\n{from}",
    "Saludos,\n{from}",
    "Gracias,\n{from}",
    "Hasta pronto,\n{from}",
    "{from}",
  ],
  days: ["lunes", "martes", "miércoles", "jueves", "viernes"],
  topics: [
    {
      subjects: [
        "Notas del {day}",
        "Acta de la reunión",
        "Lo que acordamos",
        "Notas de la llamada",
      ],
      lines: [
        [
          "He apuntado lo que decidimos en la reunión.",
          "Abajo va lo que entendí de la conversación del {day}.",
          "Ya he pasado a limpio las notas de la llamada.",
        ],
        [
          "Primero va el diseño nuevo y después las traducciones.",
          "El proveedor necesita la respuesta antes del {day}.",
          "Lo probamos primero con {n} personas.",
        ],
        ["¿Me falta algo?", "¿Están bien las fechas?", "¿Cambiarías alguna cosa?"],
      ],
      answers: [
        "Está todo, no falta nada.",
        "Buen resumen. Solo cambiaría la fecha al {day}.",
        "Así lo recuerdo yo también.",
      ],
    },
    {
      subjects: [
        "¿Comemos el {day}?",
        "Comida esta semana",
        "¿Un café la semana que viene?",
        "Comida",
      ],
      lines: [
        [
          "Unos cuantos queremos probar el sitio nuevo de la esquina.",
          "El {day} estaré cerca de tu oficina.",
          "Hace tiempo que no comemos juntos.",
        ],
        [
          "Pensaba a las {time}, pero me adapto.",
          "Seríamos {n}, así que reservo mesa.",
          "¿Te viene bien el {day} sobre las {time}?",
        ],
        ["¿Te apuntas?", "¿Cuento contigo?", "¿Hay algo que no comas?"],
      ],
      answers: [
        "Cuenta conmigo, a las {time} perfecto.",
        "Me encantaría, pero el {day} me viene mejor.",
        "Sí, y como de todo.",
      ],
    },
    {
      subjects: [
        "Calendario",
        "Fechas de las próximas semanas",
        "Planificación",
        "Borrador del calendario",
      ],
      lines: [
        [
          "Así planearía las próximas semanas.",
          "He movido las fechas para que nadie haga dos cosas a la vez.",
          "He vuelto a mirar el calendario.",
        ],
        [
          "La primera parte lleva unos {n} días, la segunda algo más.",
          "Empezaríamos el {day} y la semana siguiente hay una primera versión.",
          "La revisión necesita más tiempo, le he dado {n} días.",
        ],
        ["¿Encaja con tus vacaciones?", "¿Ves algún riesgo?", "¿Le va bien a tu equipo?"],
      ],
      answers: [
        "Nos va bien. El {day} no estoy, lo demás perfecto.",
        "Parece realista, empecemos así.",
        "La revisión puede ser más corta, por lo demás de acuerdo.",
      ],
    },
    {
      subjects: [
        "Una pregunta sobre el informe",
        "Cifras del informe",
        "Informe trimestral",
        "Una duda",
      ],
      lines: [
        [
          "Estoy con el informe y una cifra me parece rara.",
          "Al juntar los datos he visto un hueco.",
          "El informe está casi listo, falta la última página.",
        ],
        [
          "La página {n} no dice lo mismo que la tabla.",
          "Las cifras del mes pasado son más altas de lo que esperaba.",
          "He usado los datos que teníamos el {day}.",
        ],
        [
          "¿Conservas el archivo?",
          "¿Puedes mirarlo cuando tengas diez minutos?",
          "¿Cuál es la buena?",
        ],
      ],
      answers: [
        "La tabla es la buena, la página {n} era antigua.",
        "Lo miro esta tarde y te digo.",
        "He encontrado el archivo, está en la carpeta común.",
      ],
    },
    {
      subjects: ["Tren a la feria", "Viaje del {day}", "Billetes", "Hotel para el congreso"],
      lines: [
        [
          "Estoy reservando el viaje a la feria.",
          "El congreso ha confirmado nuestras plazas.",
          "Va siendo hora de pensar cómo vamos.",
        ],
        [
          "Hay un tren a las {time} y llegamos antes de comer.",
          "Al hotel de al lado le quedan {n} habitaciones.",
          "Si salimos el {day} tenemos la tarde para prepararlo.",
        ],
        ["¿Reservo también para ti?", "¿Ventana o pasillo?", "¿Prefieres ir en coche?"],
      ],
      answers: [
        "Reserva también para mí, el tren temprano va bien.",
        "Yo voy en coche y llevo el material.",
        "Perfecto, te lo pago el {day}.",
      ],
    },
  ],
  thanks: [
    "Gracias por tu correo.",
    "Qué bien que preguntes.",
    "¡Gracias!",
    "Perdona la tardanza.",
    "Claro.",
    "",
  ],
  wrote: "{from} escribió:",
};
