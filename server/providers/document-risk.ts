import type { Risk } from '#contract/providers/checks/operator-checks.ts'
import { addDays, countDaysBetween } from '#server/platform/event-day.ts'
import type { Db } from '#db/database.ts'
import { getRiskSigns } from './documents.queries.ts'

/** What is known of an artist, and of the document that is looked at where there is one. */
export type RiskFacts = {
  /** Somebody who is suspended was signed in on the same device. */
  device: boolean
  /** Somebody who is suspended has proven the same number. */
  number: boolean
  /** Another artist has sent the same picture. */
  picture: boolean
  /** How often they were refused within a year: documents, and the profile. */
  refusals: number
  accountName: string
  document: { holder: string; expiresOn: string | null } | null
}

const SOON_DAYS = 30
const OFTEN = 2

/** What speaks for a second look by another person, in the order in which it weighs. */
export function assessRisks(facts: RiskFacts, today: string): Risk[] {
  const { document } = facts
  const soon =
    document !== null && document.expiresOn !== null && countDaysBetween(today, document.expiresOn) <= SOON_DAYS
  return [
    facts.picture && ('picture_of_other' as const),
    facts.device && ('device_of_suspended' as const),
    facts.number && ('number_of_suspended' as const),
    document !== null && !areSameName(document.holder, facts.accountName) && ('name_differs' as const),
    facts.refusals >= OFTEN && ('refused_often' as const),
    soon && ('ends_soon' as const),
  ].filter((risk) => risk !== false)
}

/** Whether two names are of one person as far as letters say: every part of the shorter stands in the longer, whatever the order, accents and case. */
export function areSameName(one: string, other: string): boolean {
  const [fewer, more] = [partsOf(one), partsOf(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]]
  // One part alone is a first name, which many bear.
  if (fewer.length < 2) return fewer.join(' ') === more.join(' ')
  return fewer.every((part) => more.includes(part))
}

const partsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

type Looked = {
  providerId: string
  accountId: string | null
  accountName: string
  /** Null where the profile itself is looked at. */
  document: { id: string; holder: string; expires_on: string | null } | null
}

/** What speaks for a second look at an artist's document, or at their profile, today. */
export async function assessArtistRisks(
  db: Db,
  { providerId, accountId, accountName, document }: Looked,
  today: string,
): Promise<Risk[]> {
  const since = new Date(`${addDays(today, -365)}T00:00:00Z`)
  const signs = await getRiskSigns(db, { providerId, accountId, documentId: document?.id ?? null, since })
  return assessRisks(
    { ...signs, accountName, document: document && { holder: document.holder, expiresOn: document.expires_on } },
    today,
  )
}
