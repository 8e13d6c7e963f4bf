import { factsOf, sittingKey } from '#contract/bookings/day/day-facts.ts'
import type { SaidWord } from '#contract/bookings/day/day-word.ts'
import { forecast } from '#contract/bookings/day/forecast.ts'
import { atWork } from '#contract/search/at-work.ts'
import { type AppointmentRow, updateAppointment } from '#server/bookings/appointments/appointment-queries.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { mayDo, workFrom } from '#server/bookings/appointments/may.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { listMissingOf } from '#server/bookings/linked-appointments/due-queries.ts'
import { announceToMates } from '#server/bookings/team-up/announce-to-mates.ts'
import type { Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { keepWords, wordsOf } from './day-word-queries.ts'
import { isoIn } from './iso-in.ts'
import { liveOf } from './live-of.ts'
import { tellDay } from './tell-day.ts'

type Word = Omit<SaidWord, 'acting'>

/** More than can be said of any day: each page of it reads all of them. */
const MOST = 1_000

/** Keeps what the artist says on the day, each word once, and has what the appointment says of it follow; pages that are open hear of it. In the caller's transaction. */
export async function sayWords(
  tx: Context,
  sender: Sender,
  appointmentId: string,
  words: readonly Word[],
): Promise<SaidWord[]> {
  const row = await lockAppointmentOf(tx, appointmentId)
  const known = (await wordsOf(tx.db, [row.id])).get(row.id) ?? []
  const fresh = freshOf(tx, row, words, known)
  // What came before comes again after a lost answer, whatever has become of the booking meanwhile.
  if (fresh.length === 0) return known
  if (known.length + fresh.length > MOST) throw new Refusal('state_changed')
  await refuseUnsayable(tx, row, fresh)
  await keepWords(tx.db, row.id, fresh, tx.now)
  const said = [...known, ...fresh]
  const { finishedAt } = forecast(atWork(row.body.plan), said, tx.now.getTime(), isoIn(row))
  const { leftAt, arrivedAt, late } = factsOf(said)
  const now = await updateAppointment(tx.db, row.id, {
    left_at: dateOf(leftAt ?? arrivedAt),
    arrived_at: dateOf(arrivedAt),
    late_minutes: late?.minutes ?? 0,
    late_from: dateOf(late?.at ?? null),
    done_at: dateOf(finishedAt),
  })
  await tellDay(tx, sender, now, await liveOf(tx.db, now, tx.now), fresh)
  await publishAppointment(tx, now, 'appointment.day')
  await announceToMates(tx, now)
  return said
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** The words that are not known yet, each once, at a time that can be. */
function freshOf(tx: Context, row: AppointmentRow, words: readonly Word[], known: readonly SaidWord[]): SaidWord[] {
  const ids = new Set(known.map(({ id }) => id))
  const fresh = new Map(words.filter(({ id }) => !ids.has(id)).map((word) => [word.id, word]))
  return [...fresh.values()].map((word) => ({
    ...word,
    at: new Date(Math.min(Math.max(Date.parse(word.at), workFrom(row)), tx.now.getTime())).toISOString(),
    acting: tx.viewer.actorId !== null,
  }))
}

async function refuseUnsayable(tx: Context, row: AppointmentRow, words: readonly SaidWord[]): Promise<void> {
  const { work } = mayDo(row, { side: 'provider', move: null, dispute: null, onlineBalance: false, now: tx.now })
  if (!work) throw new Refusal(row.state === 'booked' && tx.now < row.starts_at ? 'too_early' : 'state_changed')
  const begins = words.filter(({ undo }) => !undo)
  const sittings = new Set(row.body.plan.blocks.map(sittingKey))
  const there = ({ person, serviceId }: SaidWord) =>
    person === null || sittings.has(sittingKey({ person, serviceId: serviceId ?? '' }))
  if (!begins.every(there)) throw new Refusal('sitting_gone')
  const works = begins.some(({ kind }) => kind !== 'late')
  if (works && (await listMissingOf(tx.db, row)).length > 0) throw new Refusal('not_ready')
}
