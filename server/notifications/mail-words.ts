import type { Phrase } from '#contract/words.ts'

export type MailWords = {
  subject: Phrase; preview: Phrase; body: Phrase
  /** The label of the one button; its address comes with the notice. */
  button?: Phrase
  why: 'account' | 'provider' | 'request' | 'alert' | 'operator'
  /** About money, time or safety: cannot be switched off. Everything else names the group of notices that it belongs to. */
  always?: true
  group?: 'signup' | 'alerts'
  /** Holds a link or code that lets somebody in. */
  secret?: true
}

/** Every mail that is sent, by kind. */
export const mailWords = {
  'verify.email': {
    subject: 'Confirm your address for Primp', preview: 'One click, then you are done.',
    body: 'Please confirm that {email} is yours. The link works once, for 30 minutes. Or type this code: {code}. If you did not ask for this, leave it; nothing happens.',
    button: 'Confirm address', why: 'account', always: true, secret: true,
  },
  magicLink: {
    subject: '{code} is your Primp code', preview: 'Or open the link to log in.',
    body: 'Open the link to log in, or type {code}. Both work once, for 30 minutes. If you did not ask, somebody may have mistyped an address; without this mail they cannot get in.',
    button: { fixed: 'Log In' }, why: 'account', always: true, secret: true,
  },
  'password.reset': {
    subject: 'Choose a new Primp password', preview: 'The link works once, for 30 minutes.',
    body: 'Open the link to choose a new password. Every other session is logged out when you save it. If you did not ask, you can leave this mail; your password stays as it is.',
    button: 'Choose password', why: 'account', always: true, secret: true,
  },
  'password.changed': {
    subject: 'Your password has been changed', preview: 'If this was not you, act now.',
    body: 'Your password was changed on {dateTime}. All other sessions are logged out. If this was not you, reset it now and write to {supportEmail}.',
    button: 'Reset password', why: 'account', always: true,
  },
  'email.changed': {
    subject: 'Your Primp address is changing', preview: 'From {oldEmail} to {newEmail}',
    body: 'On {dateTime} somebody asked to move your account to {newEmail}. It happens when the link sent there is opened. If this was not you, write to {supportEmail} now.',
    why: 'account', always: true,
  },
  'loginAs.notice': {
    subject: 'Our team opened your account', preview: '{dateTime}, for up to 30 minutes',
    body: 'To help with {reason}, a member of our team acted in your account on {dateTime}. They could not pay, write messages or change your password. Every step is recorded; ask us for the list at {supportEmail}.',
    why: 'account', always: true,
  },
  'export.ready': {
    subject: 'Your data is ready', preview: 'The link works until {dateTime}.',
    body: 'Here is everything we keep about you, in one file. Log in to download it until {dateTime}; then the file is deleted.',
    button: 'Download', why: 'account', always: true,
  },
  'account.delete.asked': {
    subject: 'Delete your Primp account?', preview: 'Confirm within 30 minutes.',
    body: 'You asked us to delete your account. Searches, saved artists, messages and pictures are deleted; receipts stay as long as the law asks. Confirm to go ahead. If you did not ask, leave this mail and change your password.',
    button: 'Delete account', why: 'account', always: true, secret: true,
  },
  'account.deleted': {
    subject: 'Your account is deleted', preview: 'What we had to keep, and for how long.',
    body: 'Your account is deleted. Receipts and payment records stay until {date}, because the law asks for them; nothing else does. Reviews you wrote stay without your name unless you deleted them. This is our last mail.',
    why: 'account', always: true,
  },
  suspended: {
    subject: 'Your account is suspended', preview: 'Why, and what you can do.',
    body: 'Your account was suspended on {dateTime}: {reason}. You can no longer log in. If you think this is a mistake, answer at {supportEmail}; a person reads it.',
    why: 'account', always: true,
  },
  'quotes.sent': {
    subject: 'Your quotes for {date} in {place}', preview: '{people}, ready by {time}',
    body: 'Open the link on any device to come back to your quotes for {date} in {place}. It shows them; to carry on as yourself, log in with this address.',
    button: 'See quotes', why: 'request', always: true,
  },
  'signup.submitted': {
    subject: 'We have your profile', preview: 'A person looks at it next.',
    body: 'Your twelve steps are with us. A person compares your pictures and reads your page; we write either way. Meanwhile add payout details, albums and the days you are not free.',
    button: 'Open dashboard', why: 'provider', group: 'signup',
  },
  'signup.unfinished': {
    subject: 'You stopped at step {n} of 12', preview: '{step} is next.',
    body: 'Everything up to {step} is saved. Carry on where you were. We send this once.',
    button: 'Carry on', why: 'provider', group: 'signup', secret: true,
  },
  'verification.approved': {
    subject: 'You are verified', preview: 'Customers can find you now.',
    body: 'You are in searches from now on. Your identity pictures are deleted on {date}. Three things help from the start: an album of one kind of work, payout details for Instant Book, and your booked-out days.',
    button: 'Open dashboard', why: 'provider', always: true,
  },
  'verification.sentBack': {
    subject: { one: 'One thing to fix', other: '{n} things to fix' }, preview: '{steps}',
    body: 'Almost there. Please look again at: {steps}. Our note: {note} Everything else is saved.',
    button: 'Fix and send again', why: 'provider', always: true,
  },
  'verification.rejected': {
    subject: 'We could not verify your profile', preview: 'Why, and how to ask for a second look.',
    body: 'We could not confirm your profile: {reason}. Your identity pictures are deleted on {date}. If you think we are wrong, answer at {supportEmail} and another person looks.',
    why: 'provider', always: true,
  },
  'alert.freed': {
    subject: 'A time is free near {place} on {date}', preview: '{name}, {total} for {people}',
    body: '{name} can have {ofYou} ready by {time} on {date}, for {total}. Others may have got this mail too; the time goes to whoever books first.',
    button: 'See quote', why: 'alert', group: 'alerts',
  },
  'alert.freed.day': {
    subject: 'A time is free near {place} on {date}', preview: '{name}, {total} for {people}',
    body: '{name} is free that day, for {total}. Others may have got this mail too; the time goes to whoever books first.',
    button: 'See quote', why: 'alert', group: 'alerts',
  },
  'op.queue.waiting': {
    subject: { one: '1 profile waits', other: '{n} profiles wait' }, preview: 'Oldest: {duration}.', body: 'Oldest: {duration}.', button: 'Open the queue', why: 'operator', always: true,
  },
  'op.outbox.failing': {
    subject: 'Notices are failing', preview: '{n} given up in the last hour, by {channel}.', body: '{n} given up in the last hour, by {channel}.', button: 'Open the outbox', why: 'operator', always: true,
  },
  'op.operator.added': {
    subject: 'You are an operator now', preview: 'Log in within 30 minutes.', body: 'Log in within 30 minutes with the link, or type {code}.', button: { fixed: 'Log In' }, why: 'operator', always: true, secret: true,
  },
  'op.loginAs.link': {
    subject: 'Your link to act as {name}', preview: 'One use, 30 minutes.', body: 'One use, 30 minutes.', button: 'Act as {name}', why: 'operator', always: true, secret: true,
  },
} as const satisfies Record<string, MailWords>

export type MailKind = keyof typeof mailWords

/** What stands around every mail. */
export const frameWords = {
  'mail.from': 'Primp',
  'mail.hello': 'Hello {you},',
  'mail.hello.nobody': 'Hello,',
  'mail.sign': 'Primp',
  'mail.why.request': 'You get this because you asked for a quote for {date}.',
  'mail.why.account': 'You get this because there is an account with this address.',
  'mail.why.provider': 'You get this because you take bookings on Primp.',
  'mail.why.alert': 'You asked us to tell you. Switch this alert off: {alertOffLink}',
  'mail.why.operator': 'You get this because you look after Primp.',
  'mail.notices': 'Choose which notices you get: {noticesLink}',
  'mail.contact.both': 'Questions? {supportEmail} or {supportPhone}',
  'mail.contact.mail': 'Questions? {supportEmail}',
  'mail.contact.phone': 'Questions? {supportPhone}',
  'mail.legal': '{legalName}',
  'mail.sample': 'This is a sample mail from a sample market.',
} as const
