import type { Risk } from '#contract/providers/checks/operator-checks.ts'
import { addDays, countDaysBetween } from '#server/platform/event-day.ts'
import type { Db } from '#db/database.ts'
import { getRiskSigns } from './documents.queries.ts'

export type RiskFacts = {
  device: boolean
  number: boolean
  picture: boolean
  refusals: number
  accountName: string
  document: { holder: string; expiresOn: string | null } | null
}

const SOON_DAYS = 30
const OFTEN = 2

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

/** Matches if every part of the shorter name is in the longer, ignoring order, accents and case. */
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
  document: { id: string; holder: string; expires_on: string | null } | null
}

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
