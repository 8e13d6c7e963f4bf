import { randomUUID } from 'node:crypto'
import type { QuoteRow } from '#server/search/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type Job, refuseTaken, takeBusy, takenTime, type TravelSpeeds } from '#server/providers/index.ts'
import { showHeld, showingHeld } from './act-of-hold.ts'
import { type HoldRow, insertHold, insertHoldAtOnce, makeFirm, type TimeOf } from './hold-queries.ts'
import { shownHold } from './present-hold.ts'

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
  const hold = await insertHold(tx.db, newHold(tx, { row, search, accountId, until, freed, network, soft }))
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

/** The same where the facts it is kept by were read before, in one statement; null where they have changed. */
export async function holdTimeAtOnce(
  ctx: Context,
  { row, search, job, accountId, until, network = null, soft = false }: Kept,
  { of, text }: { of: TimeOf; text: string },
): Promise<{ hold: ReturnType<typeof shownHold> } | null> {
  const id = randomUUID()
  const made = { id, ...newHold(ctx, { row, search, accountId, until, freed: false, network, soft }) }
  const answer = { hold: shownHold(ctx, { ...made, ...fresh }, row, {}) }
  return ctx.onceIn(answer, (db, kept) =>
    insertHoldAtOnce(db, made, {
      of,
      text,
      taken: soft ? null : takenTime(db, busyOf(id, { row, search, job })),
      shown: showingHeld(ctx, made, row, until),
      kept,
    }),
  )
}

const fresh = {
  state: 'held',
  day: null,
  requester: null,
  terms_accepted_at: null,
  half_told_at: null,
  ended_at: null,
  in_full: false,
  credit_minor: 0,
  split: false,
  team_up_id: null,
  end_reason: null,
} as const

const newHold = (
  ctx: Context,
  { row, search, accountId, until, freed = false, network = null, soft = false }: Omit<Kept, 'job'>,
) => ({
  search_id: search.id,
  quote_id: row.id,
  provider_id: row.provider_id,
  account_id: accountId,
  offer_id: row.offer_id,
  created_at: ctx.now,
  expires_at: until,
  freed,
  network_hash: network,
  soft,
})

const takeTime = (tx: Context, holdId: string, taken: Taken) => takeBusy(tx.db, busyOf(holdId, taken))

const busyOf = (holdId: string, { row, search, job }: Taken) => ({
  providerId: row.provider_id,
  kind: 'hold' as const,
  ref: holdId,
  from: job.from,
  to: job.to + row.buffer_minutes * 60_000,
  bufferMinutes: row.buffer_minutes,
  eventDate: search.event_date,
  lat: job.lat,
  lng: job.lng,
})
