import type { QuoteRow } from '#server/search/locked-quotes/door.ts'
import type { Context } from '#server/platform/context.ts'
import { type Job, refuseTaken, takeBusy, type TravelSpeeds } from '#server/providers/diary/door.ts'
import { showHeld } from './act-of-hold.ts'
import { type HoldRow, insertHold, makeFirm } from './hold-queries.ts'

type Taken = { row: QuoteRow; search: { id: string; event_date: string }; job: Job }
type Kept = Taken & {
  accountId: string | null
  until: Date
  freed?: boolean
  network?: Buffer | null
  /** Others may take it until `keepFirmly`. */
  soft?: boolean
}

/** Takes the time of a quote out of its artist's diary for a while, and shows it as the customer's own; answers the hold. Under `lockDiary`, in its transaction, once the time is known to be free. */
export async function holdTime(
  tx: Context,
  { row, search, job, accountId, until, freed = false, network = null, soft = false }: Kept,
): Promise<HoldRow> {
  const hold = await insertHold(tx.db, {
    search_id: search.id,
    quote_id: row.id,
    provider_id: row.provider_id,
    account_id: accountId,
    offer_id: row.offer_id,
    created_at: tx.now,
    expires_at: until,
    freed,
    network_hash: network,
    soft,
  })
  if (!soft) await takeTime(tx, hold.id, { row, search, job })
  await showHeld(tx, { search_id: search.id, provider_id: row.provider_id }, row, until)
  return hold
}

/** From now on a time that others could take is its customer's alone; refused where it has gone. Under `lockDiary`, in its transaction. */
export async function keepFirmly(tx: Context, holdId: string, taken: Taken, speeds: TravelSpeeds): Promise<void> {
  await refuseTaken(tx, taken.row.provider_id, taken.job, taken.row.buffer_minutes, speeds)
  await makeFirm(tx.db, holdId)
  await takeTime(tx, holdId, taken)
}

const takeTime = (tx: Context, holdId: string, { row, search, job }: Taken) =>
  takeBusy(tx.db, {
    providerId: row.provider_id,
    kind: 'hold',
    ref: holdId,
    from: job.from,
    to: job.to + row.buffer_minutes * 60_000,
    bufferMinutes: row.buffer_minutes,
    eventDate: search.event_date,
    lat: job.lat,
    lng: job.lng,
  })
