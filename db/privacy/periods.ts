import { fixedRetentionDays, taxRecordYears, unusedAccounts } from '#contract/constants.ts'
import type { Retention } from '#contract/operator/system.ts'

const formatDays = (days: number): string => {
  if (days < 120) return `${days} days`
  const months = Math.round(days / 30.4)
  return months > 24 && months % 12 === 0 ? `${months / 12} years` : `${months} months`
}

const years = Object.values(taxRecordYears)

/** Returns the text of each `{retention.…}` slot. Operators can change some of the periods. */
export const formatRetention = (days: Retention) => ({
  searches: formatDays(days.searches),
  marketing: formatDays(days.searches),
  // These logs are deleted a whole month or day at a time.
  outbox: `${formatDays(days.outbox)} after the end of the month`,
  audit: `${formatDays(days.audit)} after the end of the month`,
  signIns: `${formatDays(days.signIns)} after the end of the day`,
  messages: formatDays(days.messages),
  account: `${unusedAccounts.months} months`,
  bookingDetails: formatDays(fixedRetentionDays.dayDetails),
  allergies: formatDays(fixedRetentionDays.dayDetails),
  sessions: formatDays(fixedRetentionDays.sessions),
  devices: formatDays(fixedRetentionDays.devices),
  holds: formatDays(fixedRetentionDays.holds),
  forms: formatDays(fixedRetentionDays.forms),
  vouchers: formatDays(fixedRetentionDays.vouchers),
  disputes: formatDays(fixedRetentionDays.disputes),
  privateReviews: formatDays(fixedRetentionDays.privateReviews),
  reports: formatDays(fixedRetentionDays.reports),
  alerts: formatDays(fixedRetentionDays.alerts),
  comingSoon: formatDays(fixedRetentionDays.comingSoon),
  clients: formatDays(fixedRetentionDays.clients),
  clientAllergies: formatDays(fixedRetentionDays.clientAllergies),
  invitations: formatDays(fixedRetentionDays.invitations),
  identity: formatDays(fixedRetentionDays.identity),
  documents: formatDays(fixedRetentionDays.documents),
  refusedDocuments: formatDays(fixedRetentionDays.refusedDocuments),
  appeals: formatDays(fixedRetentionDays.appeals),
  imports: formatDays(fixedRetentionDays.imports),
  shortLinks: formatDays(fixedRetentionDays.shortLinks),
  logs: formatDays(fixedRetentionDays.logs),
  signals: formatDays(fixedRetentionDays.signals),
  terms: formatDays(fixedRetentionDays.terms),
  financial: `${Math.min(...years)} to ${Math.max(...years)} years, by country`,
})
