/** Limits shared by server and browser. */
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

/** The largest file that a person can choose, and the largest upload after the browser has resized the picture. */
export const uploadLimits = { fileBytes: 40 * 1024 * 1024, sentBytes: Math.floor(4.1 * 1024 * 1024) } as const

/** Radius in metres of the circle in which maps show the place of an artist. */
export const privacyCircleMetres = 550

/** Years. Customers and artists confirm it when they register; a younger artist has no tax identity. */
export const adultAge = 18

/** Every 30 minutes from 5 AM to 4:30 AM the next day, as HH:MM. */
export const timeChoices: readonly string[] = Array.from({ length: 48 }, (_, i) => {
  const minute = (300 + i * 30) % 1440
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
})

export const metresPerUnit = { mi: 1609, km: 1000 } as const

/** A point as text, longitude first, with the precision of a device. */
export const pointShape = /^-?\d{1,3}(\.\d{1,30})?,-?\d{1,2}(\.\d{1,30})?$/

/** Notification groups that can be switched off by channel. All others concern money, time or safety. */
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

/** Minimum numbers for publishing demand, so that it identifies no one. */
export const demandLeast = { people: 10, reaching: 10, booked: 0.7 } as const

/** Months without use after which an account is deleted, and days between the warning and the deletion. */
export const unusedAccounts = { months: 24, toldDays: 30 } as const

/** Default retention in days. Operators can change it. */
export const retentionDays = { searches: 395, signIns: 30, outbox: 90, audit: 730, messages: 730 } as const

/**
 * Retention in days that the privacy policy fixes. The jobs, the policy and docs/privacy.md use these constants
 * (`db/privacy/periods.ts`).
 */
export const fixedRetentionDays = {
  /** Address, exact place, notes, names, allergies and look, after the event. */
  dayDetails: 30,
  /** Sessions and links after their end; devices after their last use. */
  sessions: 30,
  devices: 365,
  privateReviews: 730,
  reports: 730,
  disputes: 730,
  holds: 90,
  alerts: 30,
  comingSoon: 730,
  /** Names and messages of vouchers that are spent or expired. */
  vouchers: 365,
  /** Signed allergy and consent forms: the limitation period of claims about the work. */
  forms: 1095,
  /** Notes of artists about clients, and private clients, after the last appointment. */
  clients: 1095,
  clientAllergies: 365,
  /** Unanswered invitations to review work outside Primp. */
  invitations: 90,
  /** Identity pictures after the decision. */
  identity: 30,
  /** Artists' documents after they expire or are refused; appeals after the decision. */
  documents: 365,
  refusedDocuments: 90,
  appeals: 730,
  imports: 30,
  shortLinks: 120,
  /** Bodies of events of the payment service, and technical logs. */
  logs: 30,
  signals: 730,
  /** Accepted terms, after the account is deleted. */
  terms: 2192,
} as const

/** Years after the calendar year for which tax law requires receipts. */
export const taxRecordYears = { AU: 5, CA: 6, GB: 6, US: 7 } as const

export const mostPages = 10
