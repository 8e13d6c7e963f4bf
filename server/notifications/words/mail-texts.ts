import { accountMailTexts } from './account-mail-texts.ts'
import { beforeMailTexts } from './before-mail-texts.ts'
import { bookingMailTexts } from './booking-mail-texts.ts'
import { dayMailTexts } from './day-mail-texts.ts'
import type { MailPhrases } from './mail-kind.ts'
import { offerMailTexts } from './offer-mail-texts.ts'
import { operatorMailTexts } from './operator-mail-texts.ts'
import { talkMailTexts } from './talk-mail-texts.ts'

export const mailTexts = {
  ...accountMailTexts,
  ...offerMailTexts,
  ...bookingMailTexts,
  ...dayMailTexts,
  ...beforeMailTexts,
  ...talkMailTexts,
  ...operatorMailTexts,
} as const satisfies Record<string, MailPhrases>

export type MailKind = keyof typeof mailTexts

export const mailKinds = Object.keys(mailTexts) as MailKind[]

export const screenOnly = { 'hold.half': { group: 'bookings', push: 'push.holdHalf', urgent: true } } as const

export type NoticeKind = MailKind | keyof typeof screenOnly

export const mailFrameTexts = {
  'mail.from': 'Primp',
  'mail.hello': 'Hello {you},',
  'mail.hello.nobody': 'Hello,',
  'mail.sign': 'Primp',
  'mail.why.booking': 'You received this email because of your booking[[ on {date}]].',
  'mail.why.request': 'You received this email because you asked for a quote[[ for {date}]].',
  'mail.why.account': 'You received this email because you have an account with this address.',
  'mail.why.provider': 'You received this email because you signed up as an artist on Primp.',
  'mail.why.alert': 'You asked for this alert. [[Turn it off: {alertOffLink}]]',
  'mail.why.asked': '{name} asked us to send you this email once. We will not use your address for anything else.',
  'mail.why.confirm': 'You received this email because someone entered this address on Primp.',
  'mail.why.gift': 'You received this email because of a gift voucher.',
  'mail.why.data': 'You received this email because someone asked to see the data we keep about this address.',
  'mail.why.partner': 'You received this email because {name} is a partner of Primp and gave us this address.',
  'mail.why.operator': 'You received this email because you are an operator of Primp.',
  'mail.stop': 'Unsubscribe from these emails',
  'mail.notices': 'Choose your notifications: {noticesLink}',
  'mail.contact.both': 'Questions? {supportEmail} or {supportPhone}',
  'mail.contact.mail': 'Questions? {supportEmail}',
  'mail.contact.phone': 'Questions? {supportPhone}',
  'mail.legal': '{legalName}',
  'mail.test': 'Test payments: no real money has moved.',
  'mail.sample': 'This is a sample email from a sample market.',
} as const
