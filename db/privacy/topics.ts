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
    'to send your request and tell you the answer',
    ['contract'],
    '{retention.account} after your last visit',
  ),
  account: topic(
    'everyone',
    'Account: name, email, mobile, password (only as a hash), roles, settings, passkeys',
    'to let you in and keep others out',
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
    'to find misuse of your account',
    ['legitimateInterest'],
    '{retention.signIns}',
  ),
  bookingDetails: topic(
    'everyone',
    "Address and exact place, entrance, parking, notes, people's names",
    'so the artist can come and do the work',
    ['contract'],
    '{retention.bookingDetails} after the event',
  ),
  dayProgress: topic(
    'everyone',
    'What your artist says on the day: on the way, there, late, who sits and who is done, and when',
    'so that everyone knows the current times',
    ['contract'],
    '{retention.bookingDetails} after the event',
  ),
  allergies: topic(
    'everyone',
    'Allergies and sensitive skin',
    'so that the artist works safely; only if you write it',
    ['explicitConsent'],
    '{retention.allergies} after the event',
  ),
  look: topic(
    'everyone',
    'The look you have in mind: tags you choose of hair, skin, veil, glasses and style, what products must be free of, up to five pictures',
    'so that artists’ closest work comes first, and the artists you ask can prepare; only if you say it, nothing is guessed',
    ['explicitConsent'],
    '{retention.allergies} after the event',
  ),
  forms: topic(
    'everyone',
    'Your answers to a form on allergies and consent, and the name you sign with',
    'so that the artist works safely, and knows what was agreed; our team cannot read the answers',
    ['explicitConsent'],
    'encrypted, {retention.forms} after the event',
  ),
  booking: topic(
    'everyone',
    'Booking, price, policy, payments, receipts',
    'to carry out the booking; accounts and tax',
    ['contract', 'legalDuty'],
    '{retention.financial}, as tax law asks',
  ),
  cards: topic(
    'everyone',
    'Saved card: brand, last four digits, expiry, and what you agreed to',
    'to take what you agreed to',
    ['contract'],
    'until you remove it; our payment service keeps the number',
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
    'so you can agree on things; to settle disputes',
    ['contract', 'legitimateInterest'],
    '{retention.messages} after the event',
  ),
  disputes: topic(
    'everyone',
    'Disputes about a booking: the texts and pictures of both sides, and what we sent to the bank',
    'to decide the dispute',
    ['contract', 'legitimateInterest'],
    '{retention.disputes} after the decision',
  ),
  reviews: topic(
    'everyone',
    'Reviews, replies and their pictures',
    'so others can choose',
    ['legitimateInterest'],
    'while the profile is shown',
  ),
  beforeAfter: topic(
    'everyone',
    'Pictures of you before and after, and what you said to their being shown',
    'to show the work beside your review; only you, the artist and, for support, our team can see them before you agree',
    ['explicitConsent'],
    'until you take your consent back; without it {retention.bookingDetails} after the event',
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
    'Saved artists, comparisons and alerts for a freed time',
    'because you asked',
    ['contract'],
    'until you remove them; alerts {retention.alerts} after their date',
  ),
  push: topic(
    'everyone',
    'The address your browser gives for push notices',
    'to show notices, if you turn them on',
    ['consent'],
    'until you turn them off',
  ),
  comingSoon: topic(
    'everyone',
    'Address on a coming soon list',
    'to write once',
    ['consent'],
    'deleted after that mail, at the latest after {retention.comingSoon}',
  ),
  unsubscribes: topic(
    'everyone',
    'A hash of an address that wants no optional mails',
    'so that we do not write again',
    ['legalDuty'],
    'until you turn these mails on again',
  ),
  outbox: topic(
    'everyone',
    'Mails, SMS and push we sent',
    'to prove and repeat delivery',
    ['legitimateInterest'],
    '{retention.outbox}; links in an SMS {retention.shortLinks}',
  ),
  support: topic(
    'everyone',
    'Notes and labels that our team adds',
    'to help you',
    ['legitimateInterest'],
    'as long as the account',
  ),
  logs: topic(
    'everyone',
    'Short-lived counters and technical logs',
    'to fend off misuse and find faults',
    ['legitimateInterest'],
    '{retention.logs}',
  ),
  audit: topic(
    'everyone',
    'Audit log of what our team did and looked at',
    'to answer for it',
    ['legitimateInterest'],
    '{retention.audit}',
  ),
  terms: topic(
    'everyone',
    'Accepted version of terms; that you are 18 or over; that a parent or guardian agrees; and when',
    'to prove it',
    ['legitimateInterest'],
    'as long as the account and {retention.terms} after',
  ),
  marketing: topic(
    'everyone',
    'Advert number (gclid), test number (experimentId), analytics number (heapId), first page of the visit',
    'to see which advert or test helps',
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
    'Home address or base',
    'distance and travel; customers see a rounded area until booked',
    ['contract'],
    'until you delete it',
  ),
  calendar: topic(
    'artists',
    'Busy times and calendar feeds, keys and addresses for your other programs',
    'so that customers book free times only',
    ['contract'],
    'until you delete them',
  ),
  sharedWay: topic(
    'artists',
    'Where you are on the way to a booking, to a hundred metres, if you choose to share your way',
    'so that your customer sees about how many minutes away you are, but not where',
    ['explicitConsent'],
    'only your latest place, until you arrive, stop, or three hours have passed',
  ),
  joining: topic(
    'artists',
    'Steps of joining, checks and our decisions',
    'to confirm who you are',
    ['contract', 'legitimateInterest'],
    'as long as the account',
  ),
  identity: topic(
    'artists',
    'Selfie and identity document',
    'to confirm who you are; a person compares them, no face recognition is used',
    ['consent', 'legitimateInterest'],
    'encrypted, deleted {retention.identity} after any decision',
  ),
  documents: topic(
    'artists',
    'Documents that artists send: what is on them, and pictures',
    'to check what a badge says; a person looks at them',
    ['consent', 'legitimateInterest'],
    'encrypted, {retention.documents} after they run out, {retention.refusedDocuments} after they were refused',
  ),
  appeals: topic(
    'artists',
    'Appeals of artists: their words, and pictures',
    'so that another person can decide again',
    ['legitimateInterest'],
    '{retention.appeals} after they were decided',
  ),
  covid: topic(
    'artists',
    'COVID training or vaccination, if you state it and your market shows it',
    'shown as a badge because you asked',
    ['explicitConsent'],
    'until you take it off',
  ),
  clients: topic(
    'artists',
    'Clients and appointments that artists enter or import: name, contact details, address, notes, allergies',
    'so that the artist can plan; the artist is responsible for them',
    ['contract'],
    '{retention.clients} after the last appointment or change; allergies {retention.clientAllergies} after it',
  ),
  imports: topic(
    'artists',
    'What each row of an imported file changed',
    'to show the artist the result, and to undo it',
    ['contract'],
    '{retention.imports}; the file itself until the import is done',
  ),
  outsideReviews: topic(
    'artists',
    'Reviews from clients elsewhere: first name, work, text, and a hash of the email address',
    'so others can choose',
    ['consent'],
    'while the profile is shown; unanswered invitations {retention.invitations}; removed ones {retention.reports}',
  ),
  tax: topic(
    'artists',
    'Legal name, address and tax numbers; invoices and reports to tax offices',
    'invoices, and reports that the law asks of platforms',
    ['legalDuty'],
    '{retention.financial}, after the last payment, as tax law asks; after you leave, only what an invoice or report still needs',
  ),
  payouts: topic(
    'artists',
    'Payout account',
    'held by the payment service; we keep its reference and state',
    ['contract'],
    '{retention.financial}, as tax law asks',
  ),
  signals: topic(
    'artists',
    'Answer times, cancellations, bookings, page views',
    'to order results fairly',
    ['legitimateInterest'],
    'computed from the last {retention.signals}; views {retention.searches}',
  ),
  team: topic(
    'team',
    'Who of our team wrote, decided or approved something',
    'to answer for it',
    ['legitimateInterest'],
    'as long as what it is about',
  ),
  partners: topic(
    'team',
    'Partners: name, email and notes',
    'to work with partners that bring bookings',
    ['contract'],
    'as long as the bookings they brought',
  ),
} as const satisfies Record<string, Topic>
export type TopicId = keyof typeof topics
