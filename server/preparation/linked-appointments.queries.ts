import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'
import {
  type LinkedKind,
  type LinkedRow,
  type LinkedState,
  type LinkedTime,
  type PatchTestRow,
  selectLinked,
} from '#server/billing/index.ts'

export const findPatchTest = (db: Db, appointmentId: string): Promise<PatchTestRow | undefined> =>
  selectLinked(db)
    .where('l.kind', '=', 'patch_test')
    .where('l.appointment_id', '=', appointmentId)
    .where('l.state', '<>', 'cancelled')
    .orderBy('l.booked_at', 'desc')
    .orderBy('l.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<PatchTestRow | undefined>

type FromBooking = 'appointment_id' | 'provider_id' | 'account_id' | 'state' | 'booked_at' | keyof LinkedTime
type NewLinked = Omit<Insertable<DB['linked_appointment']>, FromBooking> & { kind: LinkedKind } & LinkedTime

export const insertLinkedAppointment = (
  db: Db,
  booking: AppointmentRow,
  now: Date,
  values: NewLinked,
): Promise<{ id: string }> =>
  db
    .insertInto('linked_appointment')
    .values({
      appointment_id: booking.id,
      provider_id: booking.provider_id,
      account_id: booking.account_id,
      state: 'booked',
      booked_at: now,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

type NewTest = { missing: readonly { id: string }[]; time: LinkedTime; trialId?: string }

export const insertTest = (
  db: Db,
  booking: AppointmentRow,
  now: Date,
  { missing, time, trialId }: NewTest,
): Promise<{ id: string }> =>
  insertLinkedAppointment(db, booking, now, {
    kind: 'patch_test',
    part_of: trialId ?? null,
    services: missing.map(({ id }) => id),
    ...time,
    minutes: (time.ends_at.getTime() - time.starts_at.getTime()) / 60_000,
  })

type Change = Omit<Updateable<DB['linked_appointment']>, 'state'> & { state?: LinkedState }

export const updateTrial = async (
  db: Db,
  id: string,
  from: readonly LinkedState[],
  change: Change & { state: LinkedState },
): Promise<boolean> =>
  (
    await db
      .updateTable('linked_appointment')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const updateBookedTest = (db: Db, appointmentId: string, change: Change): Promise<PatchTestRow | undefined> =>
  db
    .updateTable('linked_appointment')
    .set(change)
    .where('appointment_id', '=', appointmentId)
    .where('kind', '=', 'patch_test')
    .where('state', '=', 'booked')
    .returningAll()
    .executeTakeFirst() as Promise<PatchTestRow | undefined>

export const saveTestedServices = (db: Db, id: string, services: readonly string[]) =>
  db
    .updateTable('linked_appointment')
    .set({ services: [...services] })
    .where('id', '=', id)
    .execute()

export const hasBookedTest = async (db: Db, trialId: string): Promise<boolean> =>
  (await selectLinked(db).where('l.part_of', '=', trialId).where('l.state', '=', 'booked').executeTakeFirst()) !==
  undefined

export const listBooked = (
  db: Db,
  appointmentIds: readonly string[],
): Promise<(LinkedTime & { id: string; kind: LinkedKind; appointment_id: string })[]> =>
  selectLinked(db)
    .where('l.appointment_id', 'in', appointmentIds)
    .where('l.state', '=', 'booked')
    .where('l.part_of', 'is', null)
    .orderBy('l.kind', 'desc')
    .execute() as Promise<(LinkedRow & LinkedTime)[]>

export const listInDiary = (db: Db, providerId: string, from: Date, until: Date | null) =>
  db
    .selectFrom('linked_appointment as l')
    .innerJoin('appointment as a', 'a.id', 'l.appointment_id')
    .where('l.provider_id', '=', providerId)
    .where('l.part_of', 'is', null)
    .where(sql<boolean>`(l.state in ('booked', 'done') or (l.state = 'missed' and l.kind = 'trial'))`)
    .where('l.starts_at', '>=', from)
    .$if(until !== null, (all) => all.where('l.starts_at', '<', until as Date))
    .select([
      ...(['l.id', 'l.kind', 'l.state', 'l.appointment_id as appointmentId'] as const),
      sql<string>`a.requester->>'name'`.as('customer'),
      sql<string>`l.event_date::text`.as('eventDate'),
      sql<Date>`l.starts_at`.as('starts_at'),
      sql<Date>`l.ends_at`.as('ends_at'),
    ])
    .orderBy('l.starts_at')
    .limit(2_500)
    .execute()
