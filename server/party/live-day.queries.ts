import type { ProgressEntry } from '#contract/party/day-updates.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { WORK_HOURS } from '#server/appointments/index.ts'
import { sharedWayTimes } from '#contract/party/day-facts.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'

export async function listProgress(
  db: Db,
  appointmentIds: readonly string[],
): Promise<ReadonlyMap<string, ProgressEntry[]>> {
  if (appointmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('appointment_progress')
    .innerJoin('appointment', 'appointment.id', 'appointment_progress.appointment_id')
    .selectAll('appointment_progress')
    .where('appointment_progress.appointment_id', 'in', appointmentIds)
    // Events from before a move refer to the old day.
    .where(sql<boolean>`appointment_progress.at >= appointment.starts_at - make_interval(hours => ${WORK_HOURS})`)
    .orderBy('appointment_progress.at')
    .orderBy('appointment_progress.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ appointment_id }) => appointment_id)].map(([id, of]) => [
      id,
      of.map(({ service_id, at, kind, appointment_id: _of, received_at: _received, ...word }) => ({
        ...word,
        kind: kind as ProgressEntry['kind'],
        serviceId: service_id,
        at: at.toISOString(),
      })),
    ]),
  )
}

/** Ignores existing ids. */
export const insertProgress = (db: Db, appointmentId: string, words: readonly ProgressEntry[], now: Date) =>
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

const there = rethrowConstraintAs('shared_way_ahead', 'state_changed')

export const findSharedLocation = (db: Db, appointmentId: string, now: Date) =>
  db
    .selectFrom('shared_way')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .where('ends_at', '>', now)
    .executeTakeFirst()

export const startSharingLocation = async (db: Db, appointmentId: string, now: Date): Promise<Date> => {
  await db.deleteFrom('shared_way').where('appointment_id', '=', appointmentId).where('ends_at', '<=', now).execute()
  await db
    .insertInto('shared_way')
    .values({
      appointment_id: appointmentId,
      since: now,
      ends_at: new Date(now.getTime() + sharedWayTimes.hours * 3_600_000),
    })
    .onConflict((known) => known.column('appointment_id').doNothing())
    .execute()
    .catch(there)
  const { ends_at } = await db
    .selectFrom('shared_way')
    .select('ends_at')
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirstOrThrow()
  return ends_at
}

export const endWay = (db: Db, appointmentId: string) =>
  db.deleteFrom('shared_way').where('appointment_id', '=', appointmentId).execute()

/** Rounds the position to 100 metres. Ignores updates within 30 seconds. Returns null if nothing is shared. */
export async function saveSharedLocation(
  db: Db,
  appointmentId: string,
  { lat, lng }: { lat: number; lng: number },
  now: Date,
): Promise<{ endsAt: Date; kept: boolean } | null> {
  const way = await findSharedLocation(db, appointmentId, now)
  if (!way) return null
  // Tolerates clients whose requests vary slightly in latency.
  const since = new Date(now.getTime() - (sharedWayTimes.everySeconds - 5) * 1000)
  const done = await db
    .updateTable('shared_way')
    .set({ lat: roughly(lat), lng: roughly(lng), at: now })
    .where('appointment_id', '=', appointmentId)
    .where('ends_at', '>', now)
    .where((of) => of.or([of('at', 'is', null), of('at', '<=', since)]))
    .executeTakeFirst()
    .catch(there)
  return { endsAt: way.ends_at, kept: done.numUpdatedRows > 0n }
}

const roughly = (degrees: number): number => Math.round(degrees * 1_000) / 1_000

export const deleteSharedLocationsBefore = (db: Db, now: Date) =>
  db.deleteFrom('shared_way').where('ends_at', '<=', now).execute()
