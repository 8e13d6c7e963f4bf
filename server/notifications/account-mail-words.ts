import type { MailWords } from './mail-kind.ts'

/** Mails about an account. */
export const accountMailWords = {
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
  providerLink: {
    subject: 'Your way into the Provider Dashboard', preview: '{reason}',
    body: '{reason} Open the link to go straight there, or type {code}. Both work once, for 30 minutes.',
    button: 'Open Provider Dashboard', why: 'provider', always: true, secret: true,
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
  'account.unused': {
    subject: 'Your account goes on {date} unless you keep it', preview: 'Nobody has used it for two years.',
    body: 'Nobody has used your account for almost two years. On {date} we delete it with your searches, messages and pictures; receipts stay for as long as the law asks. To keep it, log in once before then. To let it go, do nothing.',
    button: 'Log in and keep it', why: 'account', always: true,
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
} as const satisfies Record<string, MailWords>
