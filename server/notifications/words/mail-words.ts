import { accountMailWords } from './account-mail-words.ts'
import { beforeMailWords } from './before-mail-words.ts'
import { bookingMailWords } from './booking-mail-words.ts'
import { dayMailWords } from './day-mail-words.ts'
import type { MailWords } from './mail-kind.ts'
import { offerMailWords } from './offer-mail-words.ts'
import { operatorMailWords } from './operator-mail-words.ts'
import { talkMailWords } from './talk-mail-words.ts'

/** Every mail that is sent, by kind. */
export const mailWords = {
  ...accountMailWords,
  ...offerMailWords,
  ...bookingMailWords,
  ...dayMailWords,
  ...beforeMailWords,
  ...talkMailWords,
  ...operatorMailWords,
} as const satisfies Record<string, MailWords>

export type MailKind = keyof typeof mailWords

/** The kinds of mail that there are. */
export const mailKinds = Object.keys(mailWords) as MailKind[]

/** What is shown on a screen alone. */
export const screenOnly = { 'hold.half': { group: 'bookings', push: 'push.holdHalf', urgent: true } } as const

export type NoticeKind = MailKind | keyof typeof screenOnly

/** What stands around every mail. */
export const frameWords = {
  'mail.from': 'Primp',
  'mail.hello': 'Hello {you},',
  'mail.hello.nobody': 'Hello,',
  'mail.sign': 'Primp',
  'mail.why.booking': 'You get this because of your booking[[ on {date}]].',
  'mail.why.request': 'You get this because you asked for a quote[[ for {date}]].',
  'mail.why.account': 'You get this because there is an account with this address.',
  'mail.why.provider': 'You get this because you take bookings on Primp.',
  'mail.why.alert': 'You asked us to tell you. [[Switch this alert off: {alertOffLink}]]',
  'mail.why.asked': 'You get this once because {name} gave us your address for it; nothing else goes there.',
  'mail.why.gift': 'You get this because of a gift voucher.',
  'mail.why.partner': 'You get this because {name} is a partner of Primp and gave this address.',
  'mail.why.operator': 'You get this because you look after Primp.',
  'mail.notices': 'Choose which notices you get: {noticesLink}',
  'mail.contact.both': 'Questions? {supportEmail} or {supportPhone}',
  'mail.contact.mail': 'Questions? {supportEmail}',
  'mail.contact.phone': 'Questions? {supportPhone}',
  'mail.legal': '{legalName}',
  'mail.test': 'Test payments: no real money has moved.',
  'mail.sample': 'This is a sample mail from a sample market.',
} as const
