import type { Risk } from '#contract/providers/checks/operator-checks.ts'
import type { Db } from '#db/database.ts'
import { dateAfter } from '#server/platform/event-day.ts'
import { riskSigns } from './check-queries.ts'
import { risksOf } from './risk.ts'

type Looked = {
  providerId: string
  accountId: string | null
  accountName: string
  /** Null where the profile itself is looked at. */
  document: { id: string; holder: string; expires_on: string | null } | null
}

/** What speaks for a second look at an artist's document, or at their profile, today. */
export async function risksOfArtist(
  db: Db,
  { providerId, accountId, accountName, document }: Looked,
  today: string,
): Promise<Risk[]> {
  const since = new Date(`${dateAfter(today, -365)}T00:00:00Z`)
  const signs = await riskSigns(db, { providerId, accountId, documentId: document?.id ?? null, since })
  return risksOf(
    { ...signs, accountName, document: document && { holder: document.holder, expiresOn: document.expires_on } },
    today,
  )
}
