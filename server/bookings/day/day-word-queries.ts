import type { SaidWord } from '#contract/bookings/day/day-word.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { WORK_HOURS } from '#server/bookings/appointments/may.ts'

/** What was said of the days of these appointments, oldest first, by appointment. */
export async function wordsOf(db: Db, appointmentIds: readonly string[]): Promise<ReadonlyMap<string, SaidWord[]>> {
  if (appointmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('appointment_progress')
    .innerJoin('appointment', 'appointment.id', 'appointment_progress.appointment_id')
    .selectAll('appointment_progress')
    .where('appointment_progress.appointment_id', 'in', appointmentIds)
    // What was said before the day moved was said of another one.
    .where(sql<boolean>`appointment_progress.at >= appointment.starts_at - make_interval(hours => ${WORK_HOURS})`)
    .orderBy('appointment_progress.at')
    .orderBy('appointment_progress.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ appointment_id }) => appointment_id)].map(([id, of]) => [
      id,
      of.map(({ service_id, at, kind, appointment_id: _of, received_at: _received, ...word }) => ({
        ...word,
        kind: kind as SaidWord['kind'],
        serviceId: service_id,
        at: at.toISOString(),
      })),
    ]),
  )
}

/** Keeps words; one that is known already stays as it is. */
export const keepWords = (db: Db, appointmentId: string, words: readonly SaidWord[], now: Date) =>
  db
    .insertInto('appointment_progress')
    .values(
      words.map(({ serviceId, at, ...word }) => ({
        ...word,
        appointment_id: appointmentId,
        service_id: serviceId,
        at: new Date(at),
        received_at: now,
      })),
    )
    .onConflict((known) => known.columns(['appointment_id', 'id']).doNothing())
    .execute()
