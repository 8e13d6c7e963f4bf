import type { Catalogue } from '#contract/words.ts'

/** Texts of pages for providers that open later. */
export const soonWords = {
  'notify.meta.title': 'Phone notices for artists · Primp',
  'notify.title': 'Hear it when it matters',
  'notify.text': 'A request has a clock on it. Choose how it reaches you.',
  'notify.push.title': 'On this phone',
  'notify.push.text': 'A notice for requests, bookings and messages, even when the site is closed.',
  'notify.sms.title': 'By SMS',
  'notify.sms.text': 'For requests and changes on the day.',
  'notify.mail.title': 'By mail',
  'notify.mail.text': 'Everything, with the details.',
  'notify.required': 'Mails about a booking’s money or time cannot be switched off.',
  'notify.join': 'Join Primp',
} as const satisfies Catalogue
