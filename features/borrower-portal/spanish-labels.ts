import { spanishPeriod } from "#features/borrowers/labels.ts";
import type { DocumentKind } from "#features/underwriting/contract.ts";
import type { DISCLOSURE, giftLetterText, LETTERS, PAGES, ToExplain, Translated } from "./labels.ts";
import type { WIDGET_TEXTS } from "#platform/text/widget-texts.ts";
import type { ALREADY_SENT, bankMessage, BORROWER_MESSAGES, CONNECT_REFUSALS, WINDOW_BLOCKED } from "./messages.ts";

const whatStays = (lender: string, days: number) =>
  `${lender} guarda hasta ${spanishPeriod(days)} los datos que ya recibió, porque los prestamistas guardan los documentos de un préstamo. Después los borra.`;

const DOCUMENTS: Readonly<Record<DocumentKind, string>> = {
  bank_statement: "Estado de cuenta del banco",
  gift_letter: "Carta de regalo",
  letter_of_explanation: "Carta de explicación",
  pay_stub: "Recibo de pago",
  tax_return: "Declaración de impuestos",
  purchase_contract: "Contrato de compra",
  receipt: "Recibo",
  other: "Documento",
};

export const SPANISH_PAGES: Translated<typeof PAGES> = {
  steps: {
    name: "Dónde está usted",
    agree: "Aceptar",
    connect: "Conectar su banco",
    send: "Enviar documentos",
    answer: "Responder preguntas",
    done: ", listo",
  },
  landing: {
    title: "Su préstamo hipotecario",
    text: "Su prestamista necesita verificar sus fondos para su préstamo hipotecario. A continuación verá quién se lo pide y qué compartiría.",
    nothingYet: "No se comparte nada hasta que usted acepte.",
    button: "Continuar",
    facts: [
      "Toma unos cinco minutos.",
      "Nadie aquí ve nunca la contraseña de su banco.",
      "Puede dejar de compartir en cualquier momento. Los datos que su prestamista ya recibió quedan en el expediente del préstamo.",
    ],
  },
  code: {
    title: "Continuar en este navegador",
    text: "Este enlace se abrió primero en otro navegador. Para estar seguros de que es usted, le enviaremos un código.",
    email: (hint) => `Enviarme un código por correo (${hint})`,
    byText: (hint) => `Enviarme un código por mensaje de texto (${hint})`,
    sent: "Le enviamos un código. Funciona por 10 minutos. ¿No llegó? Revise su carpeta de correo no deseado o pida otro.",
    label: "Código de 6 dígitos",
    missing: "Escriba los 6 dígitos del código",
    button: "Continuar",
    wrong: "El código es incorrecto o venció. Escriba el más reciente o pida otro.",
    limit: "Ya enviamos todos los códigos posibles por ahora. Intente de nuevo en una hora o llame a su prestamista.",
    noText: "No podemos enviarle un mensaje de texto ahora. Reciba el código por correo.",
  },
  noLink: {
    title: "Abra el enlace de su correo",
    text: "Esta página es privada. Ábrala con el enlace que su prestamista le envió por correo.",
  },
  deadLink: {
    title: "Este enlace venció",
    text: "Cada enlace es para una sola persona y funciona por 14 días. Un enlace más nuevo lo reemplaza. No se compartió nada y no se perdió nada.",
  },
  ended: {
    title: "Esta sesión terminó",
    text: "Por su seguridad, una sesión termina después de dos horas. Lo que hizo está guardado.",
  },
  closedByYou: {
    title: "Ya puede cerrar esta página",
    text: "Usted cerró la sesión en este navegador. Lo que hizo está guardado.",
  },
  newLink: {
    title: "Pedir un enlace nuevo",
    email: "Su correo electrónico",
    help: "La dirección de correo que su prestamista usa para usted.",
    errorTexts: {
      REQUIRED: "Escriba su correo electrónico",
      INVALID_FORMAT: "Escríbalo así: nombre@example.com",
    },
    button: "Enviarme un enlace nuevo",
    sentTitle: "Revise su correo",
    sent: (email) =>
      `Si ${email} es parte de este préstamo, un enlace nuevo va en camino. Puede tardar un minuto. Revise también su carpeta de correo no deseado. ¿No llegó? Llame a su prestamista.`,
  },
  who: {
    title: "Quién se lo pide",
    officer: (name) => `${name}, su agente de préstamos`,
    nmls: (id) => `NMLS ID ${id}`,
    officerNmls: (id) => `NMLS ID ${id} del agente de préstamos`,
    nmlsHelp: "búsquelo",
    notSure: "¿No está seguro de que esto sea real? Llame a su prestamista a un número que usted ya tenga.",
  },
  titleOf: (lender) => `Verifique sus fondos para ${lender}`,
  hello: (firstName) => `Hola, ${firstName}. Revise lo que va a compartir y después decida.`,
  whatYouAgreedTo: (date) => `Lo que usted aceptó el ${date}`,
  version: (version) => `Esta es la versión del ${version}.`,
  agree: "Aceptar y continuar",
  connect: {
    title: "Conecte su banco",
    text: "Se abre una ventana. Elija su banco, inicie sesión como siempre y elija las cuentas que quiere compartir.",
    button: "Conectar banco",
    another: "Conectar otro banco",
    anotherText: "¿Tiene dinero para este préstamo en otro banco? Conéctelo también.",
    listTitle: "Conectados",
    account: (name, mask) => (mask === null ? name : `${name}, que termina en ${mask}`),
    works: "Conectado",
    expiring: "Termina pronto",
    broken: "Debe iniciar sesión",
    repair: (bank) => `Volver a conectar ${bank}`,
    repairText: (bank) => `${bank} necesita que inicie sesión otra vez. Puede pasar después de cambiar la contraseña.`,
    waiting: "Se abre la ventana del banco…",
    identity: {
      title: "Confirme su identidad",
      text: "Plaid Check lo necesita para saber de quién trata el informe. Lo enviamos y no lo guardamos.",
      dateOfBirth: "Fecha de nacimiento",
      dateOfBirthError: "Escriba la fecha de nacimiento de una persona de 18 a 120 años",
      phone: "Teléfono",
      phoneError: "Escriba un número de teléfono de Estados Unidos, con diez dígitos",
      street: "Calle y número",
      city: "Ciudad",
      state: "Estado",
      stateHelp: "Dos letras, por ejemplo TX",
      zip: "Código postal",
      button: "Seguir al banco",
    },
  },
  done: {
    title: "Todo listo. Puede cerrar esta página.",
    text: (lender) => `${lender} tiene lo que necesita de su banco y se comunicará con usted si tiene preguntas.`,
    waiting: (lender) => `${lender} revisará lo que usted envió y se comunicará con usted si tiene preguntas.`,
    openTitle: (count) => (count === 1 ? "Queda una pregunta" : `Quedan ${count} preguntas`),
    openText: (lender) => `${lender} necesita saber de dónde vino una parte del dinero. Vea más abajo.`,
  },
  tasks: {
    title: "Preguntas sobre su dinero",
    text: "Su prestamista necesita saber de dónde vinieron los depósitos grandes. Responda con sus propias palabras. Toma unos dos minutos.",
    question: (amount) => `¿De dónde vinieron ${amount}?`,
    where: (bank, account) => `${bank}, ${account}`,
    answer: "Responder",
    again: "Responder otra vez",
    kind: "¿Qué es?",
    choose: "Elija qué es",
    kinds: {
      gift: "Es un regalo",
      sale_of_personal_asset: "Vendí algo",
      transfer: "Lo pasé de otra cuenta mía",
      income: "Me pagaron por un trabajo o recibí un reembolso",
      secured_loan: "Lo pedí prestado",
      other: "Otra cosa",
    },
    gift: "¿Quién se lo dio?",
    giftHelp:
      "Le enviaremos por correo una carta de regalo para firmar. Verá el nombre de usted y la cantidad, pero nada de sus datos bancarios.",
    donorName: "Nombre completo de esa persona",
    donorNameMissing: "Escriba el nombre completo de esa persona",
    donorNameOwn: "Un regalo viene de otra persona. Elija “Lo pasé de otra cuenta mía” si el dinero era suyo",
    donorInvolved:
      "Esta persona participa en la venta, así que el prestamista no puede contar su regalo. Llame a su prestamista",
    donorRelationship: "Quién es para usted",
    donorRelationshipHelp: "Escríbalo en inglés si puede: mother, uncle, fiancé",
    donorRelationshipMissing: "Escriba quién es para usted, por ejemplo mother",
    donorRelationshipRefused:
      "Escriba en inglés cuál es el parentesco, por ejemplo mother o uncle. El regalo de un vendedor, agente, constructor o empleador puede no contar. ¿No está seguro? Llame a su prestamista",
    donorEmail: "Correo electrónico de esa persona",
    donorEmailMissing: "Escriba el correo electrónico de esa persona",
    donorEmailInvalid: "Escríbalo así: nombre@example.com",
    donorEmailOwn: "Escriba el correo de esa persona, no uno de usted: tiene que firmar ella misma",
    askDonor: "Enviarle la carta por correo",
    waiting: "Esperando la firma",
    linkEnded: "El enlace terminó",
    askedText: (name, email, date) =>
      `Le escribimos a ${name} a ${email} el ${date}. Firma la carta en su propia página. Usted no tiene que hacer nada.`,
    askAgain: "¿Persona o dirección equivocada? Pedir otra vez",
    giftEndedText: (name) =>
      `El enlace de ${name} terminó sin firma. Responda otra vez para enviar uno nuevo o llame a su prestamista.`,
    giftReview: (lender) => `${lender} la revisará. Usted no tiene que hacer nada.`,
    giftSigned: (name) => `${name} firmó la carta de regalo`,
    letter: "Su carta",
    letterHelp: "Empezamos una carta para usted. Cámbiela y llene los espacios.",
    letterMissing: "Escriba de dónde vino el dinero",
    blanks: "Llene o quite los espacios de la carta: ____",
    sign: "Firme escribiendo su nombre completo",
    signMissing: "Escriba su nombre completo",
    signHelp: (name) =>
      `Por ejemplo: ${name}. Al escribir su nombre, usted certifica que esta carta es verdadera y acepta firmar de forma electrónica.`,
    signedBy: (name, date) => `Firmada por ${name} el ${date}`,
    send: "Firmar y enviar",
    sent: "Enviada",
    sentText: (lender) => `${lender} la revisará. Si tiene un documento, por ejemplo un recibo, agréguelo aquí.`,
    accepted: "Aceptada",
    acceptedText: "Aquí no hace falta nada más.",
    rejected: "Todavía no basta",
    rejectedText: (lender) => `${lender} dice:`,
    noReason: "Responda otra vez, por favor, o llame a su prestamista.",
    documents: "Documentos de apoyo",
    add: "Agregar una foto o un PDF",
    addLabel: (amount) => `Foto o PDF para ${amount}`,
    adding: "Enviando el archivo",
    added: (names) => `Enviado: ${names}.`,
    size: (name, size) => `${name}, ${size}`,
  },
  needs: {
    title: (lender) => `Lo que ${lender} necesita de usted`,
    progress: (done, left) => `${done} ${done === 1 ? "listo" : "listos"}, ${left} por hacer`,
    allDone: "No le queda nada por hacer ahora.",
    bank: "Conecte su banco",
    deposit: (amount, date) => `Díganos de dónde vinieron ${amount} el ${date}`,
    document: (kind) => `Enviar: ${DOCUMENTS[kind]}`,
    anotherDocument: (kind) => `Enviar otra vez: ${DOCUMENTS[kind]}`,
    due: (date) => `Antes del ${date}`,
    left: "Por hacer",
    sent: "Enviado",
    done: "Listo",
    add: "Agregar una foto o un PDF",
    addLabel: (kind) => `Foto o PDF: ${DOCUMENTS[kind]}`,
  },
  papers: {
    title: "¿Prefiere subir estados de cuenta?",
    text: "Puede subir estados de cuenta en vez de conectar su banco. PDF o foto, hasta 10\u00a0MB cada uno.",
    add: "Subir estado de cuenta",
    label: "Estado de cuenta del banco, foto o PDF",
    sentTitle: "Documentos que usted envió",
    more: "Enviar más",
    received: "Recibido",
    receivedText: (lender) => `${lender} revisará lo que usted envió. Puede cerrar esta página.`,
    accepted: "Aceptado",
    allAccepted: "Todos los documentos están aceptados",
    allAcceptedText: "Aquí no hace falta nada más.",
    rejected: "No aceptado",
    rejectedTitle: "Envíe otro documento, por favor",
    rejectedText: (lender, reason) => `${lender} dice: ${reason}`,
    retry: "Intentar de nuevo",
  },
  skip: "Ir al contenido",
  language: "Idioma",

  disclosure: {
    missing: "Marque la casilla para firmar de forma electrónica o pida a su prestamista una carta en papel",
  },
  donor: {
    title: "Carta de regalo",
    loading: "No pudimos cargar la carta",
    hello: (name, borrower, amount) =>
      `Hola, ${name}. ${borrower} compra una casa con un regalo de ${amount} de usted. El prestamista necesita una carta de usted. Léala y después firme.`,
    wrong: "¿Algo está mal o no sabe de este regalo? No firme. Llame al prestamista.",
    yourFacts: "Sobre usted",
    address: "Su dirección",
    addressMissing: "Escriba su dirección",
    phone: "Su teléfono",
    phoneMissing: "Escriba su número de teléfono",
    letter: "La carta",
    sign: "Firme escribiendo su nombre completo",
    signMissing: "Escriba su nombre completo",
    signHelp: (name) => `Escriba: ${name}`,
    notTheDonor: (name) =>
      `Escriba su nombre como está en la carta: ${name}. ¿El nombre está mal? Llame al prestamista`,
    button: "Firmar la carta",
    signedTitle: "Gracias. La carta está firmada.",
    signedText: (lender) => `${lender} ya la tiene. Puede imprimir o guardar esta página y después cerrarla.`,
    signedBy: (name, date) => `Firmada por ${name} el ${date}`,
    print: "Imprimir o guardar",
    proofTitle: "Muestre la transferencia",
    proofText:
      "Si puede, agregue un papel que muestre que el dinero salió de su cuenta: una copia del cheque o de la transferencia. Tape su número de cuenta. Foto o PDF, hasta 10\u00a0MB cada uno.",
    add: "Agregar una foto o un PDF",
    addLabel: "Prueba de la transferencia, foto o PDF",
    sentTitle: "Documentos que usted envió",
    deadTitle: "Este enlace terminó",
    deadText:
      "Es demasiado viejo, hay uno más nuevo o el prestamista lo retiró. Busque un correo más nuevo o pida uno a la persona que recibe el regalo.",
    noLinkTitle: "Abra el enlace de su correo",
    noLinkText: "Esta página es privada. Ábrala con el enlace que el prestamista le envió por correo.",
  },
  news: { title: (lender) => `Noticias de ${lender}` },
  takeBack: {
    title: "¿Cambió de opinión?",
    text: "Puede retirar su consentimiento en cualquier momento.",
    button: "Retirar el consentimiento",
    askTitle: "¿Retirar su consentimiento?",
    ask: (lender, days) =>
      `Sus bancos se desconectan ahora y no se leen datos nuevos. ${whatStays(lender, days)} Su préstamo puede tardar más.`,
    no: "Cancelar",
    yes: "Retirar",
    doneTitle: "Usted retiró su consentimiento",
    done: (lender, days) =>
      `Sus bancos están desconectados y no se leen datos nuevos. ${whatStays(lender, days)} ${lender} ve esto. Puede aceptar otra vez en cualquier momento.`,
  },
  leave: { text: (time) => `Por su seguridad, esta sesión termina a las ${time}.`, button: "Cerrar sesión" },
  loading: "No pudimos cargar su página",
  tryAgain: "Intentar de nuevo",
  offline: {
    title: "No tiene conexión",
    text: "Sus respuestas están guardadas en este dispositivo. Continúe cuando vuelva la conexión.",
  },
};

const opening = ({ name, lender, amount, date, account, description }: ToExplain) =>
  `Para ${lender}:\n\nYo, ${name}, explico el depósito de ${amount} del ${date} en mi cuenta (${account}). El banco lo muestra como "${description}".`;
const ending = "Lo que escribo aquí es verdad. Agregué los papeles que lo muestran, hasta donde los tengo.";

export const SPANISH_LETTERS: Translated<typeof LETTERS> = {
  other: (one) =>
    `${opening(one)}\n\nEste dinero vino de: ______\n\nLo recibí porque: ______\n\nTengo que devolverlo: sí / no\n\n${ending}`,
  sale_of_personal_asset: (one) =>
    `${opening(one)}\n\nVendí mi ______ a ______ el ______ por ______. Este dinero es lo que me pagaron.\n\n${ending}`,
  transfer: (one) =>
    `${opening(one)}\n\nPasé este dinero de mi propia cuenta en ______, que termina en ______.\n\n${ending}`,
  secured_loan: (one) =>
    `${opening(one)}\n\nPedí prestado este dinero a ______. El préstamo está garantizado por mi ______.\n\n${ending}`,
  income: (one) => `${opening(one)}\n\n______ me pagó este dinero por ______.\n\n${ending}`,
};

const filled = (typed: string) => typed.trim() || "______";

export const spanishGiftLetterText: typeof giftLetterText = (gift) => {
  const { lender, borrower, donorName, relationship, amount, isToCome } = gift;
  return [
    `Para ${lender}:`,
    `Yo, ${donorName}, ${isToCome ? "le daré" : "le di"} a ${borrower} ${amount} como regalo para comprar una casa. Mi parentesco o relación con ${borrower}: ${relationship}.`,
    `${borrower} no tiene que devolver este dinero, ni con dinero, ni con trabajo, ni de ninguna otra forma. No tengo ningún derecho sobre la casa.`,
    "El dinero es mío. No viene de nadie que gane con la venta de la casa, como el vendedor, un constructor, un agente o un corredor.",
    `Mi dirección: ${filled(gift.address)}\nMi teléfono: ${filled(gift.phone)}`,
    "Lo que firmo aquí es verdad.",
  ].join("\n\n");
};

export const SPANISH_DISCLOSURE: Translated<typeof DISCLOSURE> = {
  version: "2026-11-27-es",
  title: "Firmar de forma electrónica",
  paragraphs: (lender) => [
    "Su nombre escrito en esta página vale como su firma en papel.",
    `No tiene que firmar aquí. Pida a ${lender} una carta en papel y firme esa. No cuesta nada.`,
    "Esto es para las cartas que firma en esta página y para nada más.",
    `Puede cambiar de opinión hasta que firme. Después, llame a ${lender}. Lo que firmó sigue siendo válido.`,
    `Puede guardar o imprimir lo que firma en esta página. ${lender} le envía gratis una copia en papel si la pide.`,
    "Necesita este navegador, un correo electrónico y una forma de guardar o imprimir una página.",
    `Si cambia su correo electrónico, avise a ${lender}.`,
  ],
  accept: "Leí esto. Puedo abrir y guardar esta página, y acepto firmar de forma electrónica.",
};

const NEWER = "El texto o la pregunta cambió. Revíselo en esta página y continúe.";
const TOO_MANY = "Demasiados intentos. Espere un minuto e intente de nuevo.";
const PROVIDER = "No se perdió nada. Intente de nuevo en unos minutos.";
const CLOSED = "El expediente de su préstamo está cerrado. Si no lo esperaba, llame a su prestamista.";

export const SPANISH_MESSAGES: Translated<typeof BORROWER_MESSAGES> = {
  NETWORK: "No tiene conexión. Revísela e intente de nuevo.",
  TOO_MANY_REQUESTS: TOO_MANY,
  OVERLOADED: TOO_MANY,
  STALE: NEWER,
  ALREADY_SIGNED: "Esta carta ya está firmada. Vuelva a cargar la página para verla.",
  LINK_DEAD: "Este enlace terminó. Busque un correo más nuevo o llame al prestamista.",
  CONSENT_REQUIRED: NEWER,
  LIMIT_REACHED: "Llegó al límite de archivos. Llame a su prestamista.",
  PAYLOAD_TOO_LARGE: "Este archivo es demasiado grande. Envíe uno de hasta 10\u00a0MB o una foto con menos detalle.",
  UNSUPPORTED_MEDIA_TYPE: "No podemos leer este tipo de archivo. Envíe un PDF o una foto (JPEG o PNG).",
  VALIDATION_ERROR: "Este archivo está vacío. Elíjalo otra vez o tome otra foto.",
  VIRUS_FOUND:
    "Este archivo tiene un virus, así que no lo guardamos. Envíe otra copia, por ejemplo una nueva descarga de su banco.",
  PASSWORD_PROTECTED:
    "Este PDF pide una contraseña. Guárdelo o imprímalo como un PDF nuevo sin contraseña y envíe ese.",
  DUPLICATE_DOCUMENT: "Su prestamista ya tiene este archivo. No hace falta enviarlo otra vez.",
  INVALID_STATUS_TRANSITION: CLOSED,
  PROVIDER_UNAVAILABLE: PROVIDER,
};

export const SPANISH_REFUSALS: Translated<typeof CONNECT_REFUSALS> = {
  PROVIDER_UNAVAILABLE: { title: "La conexión con el banco no responde", text: PROVIDER },
  INVALID_STATUS_TRANSITION: { title: "Su prestamista no necesita nada ahora", text: CLOSED },
  LIMIT_REACHED: {
    title: "No pudimos conectar su banco",
    text: "Llegó al límite de bancos conectados. Avise a su prestamista si falta uno.",
  },
};

export const SPANISH_WINDOW_BLOCKED: Translated<typeof WINDOW_BLOCKED> = {
  title: "La ventana del banco no se abrió",
  text: "Algo en este dispositivo la bloquea, muchas veces un bloqueador de anuncios. Permítala para esta página o abra el enlace de su correo en otro navegador. Después intente de nuevo.",
};

export const SPANISH_UNKNOWN_ERROR =
  "Algo falló de nuestro lado. No se perdió nada. Intente de nuevo o llame a su prestamista.";
export const SPANISH_NOT_CONNECTED = "No pudimos conectar su banco";
export const SPANISH_NOT_SENT = "No pudimos enviarlo";

export const spanishAlreadySent: typeof ALREADY_SENT = (name) =>
  `Ya envió este archivo: ${name}. No hace falta enviarlo otra vez.`;

export const spanishBankMessage: typeof bankMessage = (providerCode) => {
  switch (providerCode) {
    case "INVALID_CREDENTIALS":
      return "El banco no aceptó el usuario o la contraseña. Use los mismos que en el sitio del banco.";
    case "ITEM_LOCKED":
      return "El banco bloqueó este acceso. Desbloquéelo en el sitio del banco e intente de nuevo.";
    default:
      return `El banco respondió con un error (${providerCode}). Intente de nuevo o conecte otro banco.`;
  }
};

export const SPANISH_WIDGET_TEXTS: Translated<typeof WIDGET_TEXTS> = {
  required: (label) => `Falta: ${label}`,
  tooLong: (label) => `Demasiado largo: ${label}`,
  tooShort: (label) => `Demasiado corto: ${label}`,
  notValid: (label) => `No es válido: ${label}`,
  cardNumber: (label) => `Quite el número de tarjeta de: ${label}. Aquí no guardamos números de tarjeta`,
  checkFields: "Revise los campos marcados.",
  cancel: "Cancelar",
  close: "Cerrar",
  loading: "Cargando",
  discardTitle: "¿Descartar los cambios?",
  discardText: "Hay cambios sin guardar.",
  keepEditing: "Seguir editando",
  leave: "Salir",
  draftTitle: "Su borrador está aquí de nuevo",
  draftText: "Todavía no se guardó nada. Elija los archivos otra vez.",
};
