import type { MailWords } from './mail-kind.ts'

/** Mails about forms on allergies and consent; what was answered stands in none of them. */
export const formMailWords = {
  'form.sign.customer': {
    subject: 'Before {date}: allergies and consent',
    preview: '{name} needs a few answers from you',
    body: 'Please answer what {name} has to know about allergies before {date}, and sign by typing your name. Only you and {name} can read it. It takes two minutes.',
    button: 'Answer and sign',
    why: 'booking',
    group: 'reminders',
  },
  'form.signed.provider': {
    subject: '{name} has signed: allergies and consent',
    preview: 'For {date}',
    body: '{name} has answered the questions on allergies and consent for {date} and signed. Read them before you prepare.',
    button: 'Read the answers',
    why: 'booking',
    group: 'bookings',
  },
  'form.unsigned.provider': {
    subject: 'Not signed yet: {name}, {date}',
    preview: 'Allergies and consent',
    body: '{name} has not signed the form on allergies and consent for {date}. We have reminded them; ask them by message, or have them sign before you begin.',
    button: 'See the booking',
    why: 'booking',
    group: 'reminders',
  },
} as const satisfies Record<string, MailWords>
