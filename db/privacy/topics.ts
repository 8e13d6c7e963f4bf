/** Legal grounds of the UK and EU GDPR, as the privacy policy names them. */
export const legalGrounds = {
  contract: 'contract',
  beforeContract: 'steps before a contract',
  consent: 'your consent',
  explicitConsent: 'your explicit consent',
  legitimateInterest: 'legitimate interest',
  legalDuty: 'legal duty',
} as const
type LegalGround = keyof typeof legalGrounds

/** The tables of the privacy policy in which a topic is a row. */
export const policyTables = ['everyone', 'artists', 'team'] as const
export type PolicyTable = (typeof policyTables)[number]

export type Topic = {
  table: PolicyTable
  /** The data, as the privacy policy names it. */
  what: string
  purpose: string
  grounds: readonly LegalGround[]
  /** How long, with the slots of `formatRetention`. */
  retention: string
}

const topic = (
  table: PolicyTable,
  what: string,
  purpose: string,
  grounds: readonly LegalGround[],
  retention: string,
): Topic => ({ table, what, purpose, grounds, retention })

/**
 * What is kept about people, why, on which legal ground and for how long. Every personal column of the register belongs
 * to one topic, and every topic is a row of the privacy policy.
 */
export const topics = {
  search: topic(
    'everyone',
    'Your search: place, date, time, people and services',
    'to find and price artists',
    ['beforeContract'],
    '{retention.searches} after the event date; the exact place {retention.bookingDetails} after it',
  ),
  requester: topic(
    'everyone',
    'Name, email, event, mobile, fixed time',
    'to send your request and tell you the reply',
    ['contract'],
    '{retention.account} after your last visit',
  ),
  account: topic(
    'everyone',
    'Account: name, email, mobile, password (only as a hash), roles, settings, passkeys',
    'to let you log in and keep others out',
    ['contract'],
    'until you delete it, or {retention.account} after your last visit',
  ),
  sessions: topic(
    'everyone',
    'Where you are logged in, log-in links and devices we recognise',
    'to keep you logged in, and to keep others out',
    ['contract'],
    '{retention.sessions} after they end; devices we recognise {retention.devices} after their last use',
  ),
  signIns: topic(
    'everyone',
    'Log-ins: when, how, on which device and network',
    'to detect misuse of your account',
    ['legitimateInterest'],
    '{retention.signIns}',
  ),
  bookingDetails: topic(
    'everyone',
    "Address and exact place, entrance, parking, notes, people's names",
    'so that the artist can come and do the work',
    ['contract'],
    '{retention.bookingDetails} after the event',
  ),
  dayProgress: topic(
    'everyone',
    'Your artist’s updates on the day: on the way, arrived, late, who is being made up, who is done, and when',
    'so that everyone knows the current times',
    ['contract'],
    '{retention.bookingDetails} after the event',
  ),
  allergies: topic(
    'everyone',
    'Allergies and sensitive skin',
    'so that the artist can work safely; only if you tell us',
    ['explicitConsent'],
    '{retention.allergies} after the event',
  ),
  look: topic(
    'everyone',
    'The look you have in mind: your tags for hair, skin, veil, glasses and style, ingredients to avoid, and up to five pictures',
    'to show each artist’s closest work first, and so that the artists you ask can prepare; only if you tell us, we do not guess',
    ['explicitConsent'],
    '{retention.allergies} after the event',
  ),
  forms: topic(
    'everyone',
    'Your answers to a form on allergies and consent, and the name you sign with',
    'so that the artist can work safely and knows what was agreed; our team cannot read the answers',
    ['explicitConsent'],
    'encrypted, {retention.forms} after the event',
  ),
  booking: topic(
    'everyone',
    'Booking, price, policy, payments, receipts',
    'to carry out the booking; accounts and tax',
    ['contract', 'legalDuty'],
    '{retention.financial}, as tax law requires',
  ),
  cards: topic(
    'everyone',
    'Saved card: brand, last four digits, expiry, and what you agreed to',
    'to charge what you agreed to',
    ['contract'],
    'until you remove it; only our payment service has the card number',
  ),
  vouchers: topic(
    'everyone',
    'Vouchers: names and email addresses of buyer and recipient, and the message',
    'to deliver the voucher',
    ['contract'],
    '{retention.vouchers} after it is used up or expires; unpaid ones {retention.holds}; the amounts as for bookings',
  ),
  messages: topic(
    'everyone',
    'Messages and photos in them',
    'so that you and your artist can make arrangements; to settle disputes',
    ['contract', 'legitimateInterest'],
    '{retention.messages} after the event',
  ),
  disputes: topic(
    'everyone',
    'Disputes about a booking: texts and pictures from both sides, and what we sent to the bank',
    'to decide the dispute',
    ['contract', 'legitimateInterest'],
    '{retention.disputes} after the decision',
  ),
  reviews: topic(
    'everyone',
    'Reviews, replies and their pictures',
    'so that others can choose',
    ['legitimateInterest'],
    'while the profile is shown',
  ),
  beforeAfter: topic(
    'everyone',
    'Before and after pictures of you, and whether you agreed that we may show them',
    'to show the work next to your review; before you agree, only you, the artist and, for support, our team can see them',
    ['explicitConsent'],
    'until you withdraw your consent; without it, {retention.bookingDetails} after the event',
  ),
  privateReviews: topic(
    'everyone',
    'Private reviews about customers',
    'to help with safety and disputes',
    ['legitimateInterest'],
    '{retention.privateReviews}',
  ),
  reports: topic('everyone', 'Reports and blocks', 'safety', ['legitimateInterest'], '{retention.reports}'),
  clientNotes: topic(
    'everyone',
    'What an artist notes about you: preferences, look, allergies',
    'so that the artist can prepare the next booking',
    ['legitimateInterest'],
    '{retention.clients} after your last booking with this artist; allergies {retention.allergies} after it',
  ),
  saved: topic(
    'everyone',
    'Saved artists, comparisons and availability alerts',
    'because you asked for them',
    ['contract'],
    'until you remove them; alerts {retention.alerts} after their date',
  ),
  push: topic(
    'everyone',
    'The address your browser provides for push notifications',
    'to show notifications, if you turn them on',
    ['consent'],
    'until you turn them off',
  ),
  comingSoon: topic(
    'everyone',
    'Email address on a coming soon list',
    'to email you once',
    ['consent'],
    'deleted after that email, after {retention.comingSoon} at the latest',
  ),
  unsubscribes: topic(
    'everyone',
    'A hash of an email address that has unsubscribed from optional emails',
    'so that we do not email you again',
    ['legalDuty'],
    'until you turn these emails on again',
  ),
  outbox: topic(
    'everyone',
    'Emails, texts and push notifications we sent',
    'to prove delivery and to retry it',
    ['legitimateInterest'],
    '{retention.outbox}; links in texts {retention.shortLinks}',
  ),
  support: topic(
    'everyone',
    'Notes and labels that our team adds',
    'to help you',
    ['legitimateInterest'],
    'as long as the account exists',
  ),
  logs: topic(
    'everyone',
    'Short-lived counters and technical logs',
    'to prevent misuse and find faults',
    ['legitimateInterest'],
    '{retention.logs}',
  ),
  audit: topic(
    'everyone',
    'Audit log of what our team did and looked at',
    'for accountability',
    ['legitimateInterest'],
    '{retention.audit}',
  ),
  terms: topic(
    'everyone',
    'The version of the terms you accepted; confirmations that you are 18 or over and that a parent or guardian agrees; and when',
    'to prove it',
    ['legitimateInterest'],
    'as long as the account exists and {retention.terms} after that',
  ),
  marketing: topic(
    'everyone',
    'Advert ID (gclid), test ID (experimentId), analytics ID (heapId), first page of the visit',
    'to see which advert or test works',
    ['consent'],
    '{retention.marketing}',
  ),
  profile: topic(
    'artists',
    'Profile, prices, hours, area, pictures, kit',
    'to show you to customers',
    ['contract'],
    'until you delete it',
  ),
  base: topic(
    'artists',
    'Home address or starting point',
    'to calculate distance and travel; customers see only an approximate area until they book',
    ['contract'],
    'until you delete it',
  ),
  calendar: topic(
    'artists',
    'Busy times and calendar feeds, and API keys and webhook addresses for your other software',
    'so that customers can only book free times, and your software can connect',
    ['contract'],
    'until you delete them',
  ),
  sharedWay: topic(
    'artists',
    'Your location on the way to a booking, to within a hundred metres, if you choose to share it',
    'so that your customer sees roughly how many minutes away you are, but not where',
    ['explicitConsent'],
    'only your latest location, until you arrive, stop sharing, or three hours have passed',
  ),
  joining: topic(
    'artists',
    'Sign-up steps, checks and our decisions',
    'to confirm who you are',
    ['contract', 'legitimateInterest'],
    'as long as the account exists',
  ),
  identity: topic(
    'artists',
    'Selfie and identity document',
    'to confirm who you are; a person compares them, without face recognition',
    ['consent', 'legitimateInterest'],
    'encrypted, deleted {retention.identity} after any decision',
  ),
  documents: topic(
    'artists',
    'Documents that artists send: their details and pictures',
    'to check that a badge is justified; a person looks at them',
    ['consent', 'legitimateInterest'],
    'encrypted, {retention.documents} after they expire, {retention.refusedDocuments} after we reject them',
  ),
  appeals: topic(
    'artists',
    'Appeals by artists: texts and pictures',
    'so that another person can decide again',
    ['legitimateInterest'],
    '{retention.appeals} after the decision',
  ),
  covid: topic(
    'artists',
    'COVID training or vaccination, if you state it and your market shows it',
    'shown as a badge because you asked',
    ['explicitConsent'],
    'until you remove it',
  ),
  clients: topic(
    'artists',
    'Clients and appointments that artists enter or import: name, contact details, address, notes, allergies',
    'so that the artist can plan; the artist is responsible for this data',
    ['contract'],
    '{retention.clients} after the last appointment or change; allergies {retention.clientAllergies} after it',
  ),
  imports: topic(
    'artists',
    'What each row of an imported file changed',
    'to show the artist the result, and to undo the import',
    ['contract'],
    '{retention.imports}; the file itself until the import is done',
  ),
  outsideReviews: topic(
    'artists',
    'Reviews from clients outside Primp: first name, work, text, and a hash of the email address',
    'so that others can choose',
    ['consent'],
    'while the profile is shown; unanswered invitations {retention.invitations}; removed ones {retention.reports}',
  ),
  tax: topic(
    'artists',
    'Legal name, address and tax numbers; invoices and reports to tax offices',
    'for invoices, and for the reports that the law requires from platforms',
    ['legalDuty'],
    '{retention.financial}, counted from the last payment, as tax law requires; after you leave, only what an invoice or report still needs',
  ),
  payouts: topic(
    'artists',
    'Payout account',
    'to pay you; the payment service holds the account, and we keep its reference and status',
    ['contract'],
    '{retention.financial}, as tax law requires',
  ),
  signals: topic(
    'artists',
    'Reply times, cancellations, bookings, page views',
    'to order results fairly',
    ['legitimateInterest'],
    'calculated from the last {retention.signals}; views {retention.searches}',
  ),
  team: topic(
    'team',
    'Which member of our team wrote, decided or approved something',
    'for accountability',
    ['legitimateInterest'],
    'as long as we keep the record it concerns',
  ),
  partners: topic(
    'team',
    'Partners: name, email and notes',
    'to work with partners who bring bookings',
    ['contract'],
    'as long as we keep the bookings they brought',
  ),
} as const satisfies Record<string, Topic>
export type TopicId = keyof typeof topics
