/** Numbers that hold on both sides of the wire. */
export const limits = {
  people: 20,
  services: 60,
  searchYearsAhead: 2,
  candidateRadiusMetres: 50_000,
  remoteMetres: 200_000,
  pageSize: 24,
  compareFrom: 2,
  compareTo: 4,
  rescueBelow: 8,
  quoteHours: 72,
  placeOptions: 5,
  placeLetters: 3,
  pictures: 200,
  albums: 30,
} as const

export const defaults = { store: 'beauty', category: 'makeup-hair-styling', country: 'AU' } as const

/** A picture: what may be chosen, and what may be sent once the browser has made it smaller. */
export const uploadLimits = { fileBytes: 40 * 1024 * 1024, sentBytes: Math.floor(4.1 * 1024 * 1024) } as const

/** Every 30 minutes from 5 AM round to 4:30 AM, as HH:MM. */
export const timeChoices: readonly string[] = Array.from({ length: 48 }, (_, i) => {
  const minute = (300 + i * 30) % 1440
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
})

/** Metres in the unit that a market shows. */
export const metresPerUnit = { mi: 1609, km: 1000 } as const

/** A point as text, longitude before latitude, as precisely as a device gives it. */
export const pointShape = /^-?\d{1,3}(\.\d{1,30})?,-?\d{1,2}(\.\d{1,30})?$/

/** What can be switched off, by kind and by how it is told; the rest is about money, time or safety. */
export const noticeGroups = [
  'requests',
  'bookings',
  'reminders',
  'messages',
  'reviews',
  'payments',
  'alerts',
  'signup',
] as const
export type NoticeGroup = (typeof noticeGroups)[number]
export const noticeChannels = ['mail', 'sms', 'push'] as const

/** Demand is said of no fewer people than this, so that nobody is seen by it. */
export const demandLeast = { people: 10, reaching: 10, booked: 0.7 } as const

/** An account that nobody has used for so many months is deleted; its person is told so many days before. */
export const unusedAccounts = { months: 24, toldDays: 30 } as const

/** How many days things are kept that nobody is bound to keep, where an operator has not said otherwise. */
export const retentionDays = { searches: 395, signIns: 395, outbox: 90, audit: 730, messages: 730 } as const

/** The same for what no operator changes: the privacy policy names it. Address, notes and names of a booking go so long after its event. */
export const fixedRetentionDays = {
  dayDetails: 30,
  privateReviews: 730,
  reports: 730,
  holds: 90,
  /** Signed forms on allergies and consent: as long as a claim about the work can be made. */
  forms: 1095,
  /** Documents of artists after they ran out, and refused ones after that; appeals after they were decided. */
  documents: 365,
  refusedDocuments: 90,
  appeals: 730,
  /** Imports of clients and what undoing them needs. */
  imports: 30,
} as const

/** How many pages of a list a public page shows at most; each 'Show more' asks for one more. */
export const mostPages = 10
