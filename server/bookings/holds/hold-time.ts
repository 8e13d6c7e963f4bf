import type { QuoteRow } from '#server/search/locked-quotes/door.ts'
import type { Context } from '#server/platform/context.ts'
import { type Job, takeBusy } from '#server/providers/diary/door.ts'
import { showHeld } from './act-of-hold.ts'
import { insertHold } from './hold-queries.ts'

type Kept = {
  row: QuoteRow
  search: { id: string; event_date: string }
  job: Job
  accountId: string | null
  until: Date
  freed?: boolean
}

/** Takes the time of a quote out of its artist's diary for a while, and shows it as the customer's own; answers the hold's id. Under `lockDiary`, in its transaction, once the time is known to be free. */
export async function holdTime(
  tx: Context,
  { row, search, job, accountId, until, freed = false }: Kept,
): Promise<string> {
  const { id } = await insertHold(tx.db, {
    search_id: search.id,
    quote_id: row.id,
    provider_id: row.provider_id,
    account_id: accountId,
    offer_id: row.offer_id,
    created_at: tx.now,
    expires_at: until,
    freed,
  })
  await takeBusy(tx.db, {
    providerId: row.provider_id,
    kind: 'hold',
    ref: id,
    from: job.from,
    to: job.to + row.buffer_minutes * 60_000,
    bufferMinutes: row.buffer_minutes,
    eventDate: search.event_date,
    lat: job.lat,
    lng: job.lng,
  })
  await showHeld(tx, { search_id: search.id, provider_id: row.provider_id }, row, until)
  return id
}
