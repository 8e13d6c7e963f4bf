import type { Risk } from '#contract/providers/checks/operator-checks.ts'
import { addDays, countDaysBetween } from '#server/platform/event-day.ts'
import type { Db } from '#db/database.ts'
import { getRiskSigns } from './documents.queries.ts'

/** Facts about an artist and, if given, a document. */
export type RiskFacts = {
  /** A suspended account has signed in on the same device. */
  device: boolean
  /** A suspended account has verified the same number. */
  number: boolean
  /** Another artist has sent the same picture. */
  picture: boolean
  /** Rejections within a year, of documents and profile. */
  refusals: number
  accountName: string
  document: { holder: string; expiresOn: string | null } | null
}

const SOON_DAYS = 30
const OFTEN = 2

/** Returns the reasons for a second review, by weight. */
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

/** Returns whether two names match: every part of the shorter is in the longer, ignoring order, accents and case. */
export function areSameName(one: string, other: string): boolean {
  const [fewer, more] = [partsOf(one), partsOf(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]]
  // A single part is a first name and must match exactly.
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
  /** Null if the profile itself is reviewed. */
  document: { id: string; holder: string; expires_on: string | null } | null
}

/** Returns the risks of an artist's document or profile today. */
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
