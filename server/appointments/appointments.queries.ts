import type { Minor } from '#contract/money.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Actor, getNextState, getTransition } from '#contract/lifecycle.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import {
  type AppointmentEvent,
  appointmentLifecycle,
  type AppointmentState,
} from '#contract/appointments/lifecycle-appointment.ts'
import { type MoveEvent, moveLifecycle, type MoveState } from '#contract/appointments/lifecycle-move.ts'
import type { Plan, PriceLine } from '#contract/search/quotes.ts'
import type { Tax } from '#contract/payments/tax.ts'
import type { PolicyKind } from '#contract/payments/refund.ts'
import type { QuoteTerms } from '#server/search/index.ts'
import type { Requester } from '#contract/search/search.ts'
import type { DayDetails } from '#contract/appointments/appointment.ts'
import type { Mode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type FrozenTerms = { lines: PriceLine[]; plan: Plan; terms?: QuoteTerms; tax?: Tax | null }
export type AppointmentRow = Omit<
  Selectable<DB['appointment']>,
  | 'state'
  | 'mode'
  | 'policy'
  | 'people'
  | 'body'
  | 'requester'
  | 'day'
  | 'cancelled_by'
  | 'no_show_of'
  | 'balance_paid_how'
> & {
  state: AppointmentState
  mode: Mode
  policy: PolicyKind
  body: FrozenTerms
  people: People | null
  requester: Requester
  day: DayDetails
  cancelled_by: 'customer' | 'provider' | 'operator' | null
  no_show_of: 'customer' | 'provider' | null
  balance_paid_how: 'cash' | 'online' | null
}
export type People = { count: number; services: string[] }[]
export type MoveRow = Omit<Selectable<DB['appointment_move']>, 'by' | 'body' | 'state' | 'share' | 'people'> & {
  by: 'customer' | 'provider' | 'operator'
  body: FrozenTerms
  state: MoveState
  share: 0 | 50 | 100 | null
  people: People | null
}
export type DisputeRow = Omit<Selectable<DB['dispute']>, 'by' | 'kind' | 'state' | 'outcome'> & {
  by: 'customer' | 'provider'
  kind: 'no_show' | 'late' | 'other_work' | 'price' | 'damage' | 'other'
  state: 'open' | 'settled'
  outcome: 'refund' | 'paid' | 'split' | null
}

const one = <T>(row: Promise<unknown>): Promise<T | undefined> => row as Promise<T | undefined>

export const findAppointmentById = (db: Db, id: string): Promise<AppointmentRow | undefined> =>
  one(db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirst())
export async function listAppointmentsById(db: Db, ids: readonly string[]): Promise<AppointmentRow[]> {
  if (ids.length === 0) return []
  const rows = (await db.selectFrom('appointment').selectAll().where('id', 'in', ids).execute()) as AppointmentRow[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
export async function listAppointmentsOfHolds(
  db: Db,
  holdIds: readonly string[],
): Promise<ReadonlyMap<string, AppointmentRow>> {
  if (holdIds.length === 0) return new Map()
  const rows = await db.selectFrom('appointment').selectAll().where('hold_id', 'in', holdIds).execute()
  return new Map(rows.map((row) => [row.hold_id as string, row as AppointmentRow]))
}
export const findAppointmentOfHold = async (db: Db, holdId: string): Promise<string | null> =>
  (await db.selectFrom('appointment').select('id').where('hold_id', '=', holdId).executeTakeFirst())?.id ?? null
export const lockAppointment = (db: Db, id: string): Promise<AppointmentRow | undefined> =>
  one(db.selectFrom('appointment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
/** Finds it by id, or by the hash of an older key. Undefined once the link has expired. */
export const findAppointmentOfSheet = (
  db: Db,
  of: { id: string | null; hash: Buffer; since: Date },
): Promise<AppointmentRow | undefined> =>
  one(
    db
      .selectFrom('appointment')
      .selectAll()
      .where(of.id === null ? 'share_key_hash' : 'id', '=', of.id === null ? of.hash : of.id)
      .where('share_ended', '=', false)
      .where('ends_at', '>', of.since)
      .executeTakeFirst(),
  )

export type NewAppointment = Omit<Insertable<DB['appointment']>, 'body' | 'requester' | 'day'> & {
  body: FrozenTerms
  requester: Requester
  day: DayDetails
}
export const toAppointmentValues = ({ body, requester, day, ...row }: NewAppointment) => ({
  ...row,
  body: JSON.stringify(body),
  requester: JSON.stringify(requester),
  day: JSON.stringify(day),
})
export const insertAppointment = (db: Db, row: NewAppointment): Promise<AppointmentRow> =>
  db
    .insertInto('appointment')
    .values(toAppointmentValues(row))
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<AppointmentRow>

type Change = Omit<Updateable<DB['appointment']>, 'body' | 'day' | 'people' | 'state'> & {
  body?: FrozenTerms
  day?: DayDetails
  people?: People
}
const writeAppointment = (
  db: Db,
  id: string,
  { body, day, people, ...change }: Change & { state?: AppointmentState },
): Promise<AppointmentRow> =>
  db
    .updateTable('appointment')
    .set({
      ...change,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(day ? { day: JSON.stringify(day) } : {}),
      ...(people ? { people: JSON.stringify(people) } : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<AppointmentRow>

/** Adds later parts of deposits that were not paid before the start to the balance. */
export const addLaterPartsToBalances = (db: Db, now: Date) =>
  db
    .updateTable('appointment')
    .set({ later_minor: 0 })
    .where('later_minor', '>', 0)
    .where('starts_at', '<=', now)
    .execute()

export const updateAppointment = (db: Db, id: string, change: Change): Promise<AppointmentRow> =>
  writeAppointment(db, id, change)

/** Applies a lifecycle event to a locked appointment. Throws `state_changed` if this actor has no such transition. */
export async function moveAppointment(
  db: Db,
  row: AppointmentRow,
  event: AppointmentEvent,
  by: Actor,
  change: Change,
): Promise<AppointmentRow> {
  const state = getNextState(appointmentLifecycle, row.state, event, by)
  if (!state) throw new Refusal('state_changed')
  return writeAppointment(db, row.id, { ...change, state })
}

export const standingStates = ['booked', 'completed', 'disputed'] as const
export const listAppointmentsOnSearch = (
  db: Db,
  searchId: string,
): Promise<{ appointmentId: string; slug: string }[]> =>
  db
    .selectFrom('appointment')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .select(['appointment.id as appointmentId', 'provider.slug'])
    .where('appointment.search_id', '=', searchId)
    .where('appointment.state', 'in', standingStates)
    .orderBy('appointment.booked_at')
    .execute()
export const findBookingOnSearch = async (db: Db, searchId: string, providerId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('appointment')
      .select('id')
      .where('search_id', '=', searchId)
      .where('provider_id', '=', providerId)
      .where('state', 'in', standingStates)
      .executeTakeFirst()
  )?.id ?? null

export const findLastBookingOnSearch = async (db: Db, searchId: string, providerId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('appointment')
      .select('id')
      .where('search_id', '=', searchId)
      .where('provider_id', '=', providerId)
      .orderBy('booked_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null

export const listAppointmentsOfAccount = (db: Db, accountId: string, limit: number): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('starts_at', 'desc')
    .limit(limit)
    .execute() as unknown as Promise<AppointmentRow[]>

export const listAppointmentsOfProvider = (
  db: Db,
  providerId: string,
  from: Date,
  until: Date | null,
  limit: number,
): Promise<AppointmentRow[]> => {
  const all = db
    .selectFrom('appointment')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('ends_at', '>=', from)
  return (until ? all.where('starts_at', '<', until) : all)
    .orderBy('starts_at')
    .limit(limit)
    .execute() as unknown as Promise<AppointmentRow[]>
}

export const listMoves = (db: Db, ids: readonly string[]): Promise<MoveRow[]> =>
  (ids.length
    ? db
        .selectFrom('appointment_move')
        .selectAll()
        .where('appointment_id', 'in', ids)
        .where('state', '=', 'proposed')
        .execute()
    : Promise.resolve([])) as unknown as Promise<MoveRow[]>
export const moveById = (db: Db, id: string): Promise<MoveRow | undefined> =>
  one(db.selectFrom('appointment_move').selectAll().where('id', '=', id).executeTakeFirst())
export type NewMove = {
  appointment_id: string
  by: 'customer' | 'provider' | 'operator'
  /** Set if the other side, or support on its behalf, has already agreed. */
  agreed_at?: Date
  starts_at: Date
  ends_at: Date
  ready_at: Date | null
  event_date: string
  body: FrozenTerms
  total_minor: Minor
  deposit_minor: Minor
  fee_minor: Minor
  ends_waiting_at: Date
  created_at: Date
  people?: People
  names?: string[]
  share?: 0 | 50 | 100
  /** For each place of the new plan, the previous place (0 for a new person) and the guest who takes it. */
  was?: number[]
  guests?: (string | null)[]
}
export const insertMove = (db: Db, { body, people, guests, ...row }: NewMove) =>
  db
    .insertInto('appointment_move')
    .values({
      ...row,
      body: JSON.stringify(body),
      people: people ? JSON.stringify(people) : null,
      // The generated type does not allow null as an array element.
      guests: (guests ?? null) as string[] | null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
export const listMovesById = (db: Db, ids: readonly string[]): Promise<MoveRow[]> =>
  (ids.length
    ? db.selectFrom('appointment_move').selectAll().where('id', 'in', ids).execute()
    : Promise.resolve([])) as unknown as Promise<MoveRow[]>
export const approveMove = (db: Db, id: string, now: Date) =>
  db.updateTable('appointment_move').set({ agreed_at: now }).where('id', '=', id).execute()
/** Returns whether this call ended the proposal. */
export async function endMove(db: Db, id: string, event: MoveEvent, now: Date): Promise<boolean> {
  const { from, to } = getTransition(moveLifecycle, event)
  const done = await db
    .updateTable('appointment_move')
    .set({ state: to, answered_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
export const listExpiredMoves = (db: Db, now: Date, limit: number): Promise<MoveRow[]> =>
  db
    .selectFrom('appointment_move')
    .selectAll()
    .where('state', '=', 'proposed')
    .where('ends_waiting_at', '<=', now)
    .orderBy('ends_waiting_at')
    .limit(limit)
    .execute() as unknown as Promise<MoveRow[]>

export const listDisputesOf = (db: Db, ids: readonly string[]): Promise<DisputeRow[]> =>
  (ids.length
    ? db.selectFrom('dispute').selectAll().where('appointment_id', 'in', ids).orderBy('created_at', 'desc').execute()
    : Promise.resolve([])) as unknown as Promise<DisputeRow[]>
export const findDisputeById = (db: Db, id: string): Promise<DisputeRow | undefined> =>
  one(db.selectFrom('dispute').selectAll().where('id', '=', id).executeTakeFirst())
export async function listDisputesById(db: Db, ids: readonly string[]): Promise<DisputeRow[]> {
  if (ids.length === 0) return []
  const rows = (await db.selectFrom('dispute').selectAll().where('id', 'in', ids).execute()) as unknown as DisputeRow[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
export const openDispute = (db: Db, appointmentId: string): Promise<DisputeRow | undefined> =>
  one(
    db
      .selectFrom('dispute')
      .selectAll()
      .where('appointment_id', '=', appointmentId)
      .where('state', '=', 'open')
      .forUpdate()
      .executeTakeFirst(),
  )
export const insertDispute = (db: Db, row: Insertable<DB['dispute']>) =>
  db.insertInto('dispute').values(row).returning('id').executeTakeFirstOrThrow()
export const updateDispute = (db: Db, id: string, change: Updateable<DB['dispute']>) =>
  db.updateTable('dispute').set(change).where('id', '=', id).execute()

export const listAppointmentsToComplete = (db: Db, endedBefore: Date, limit: number): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('state', '=', 'booked')
    .where('ends_at', '<=', endedBefore)
    .orderBy('ends_at')
    .limit(limit)
    .execute() as unknown as Promise<AppointmentRow[]>

/** Lists appointments that their provider cancelled and whose deposit is still undecided after the deadline. */
export const listExpiredRescues = (db: Db, now: Date, limit: number): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointment')
    .selectAll()
    .where('rescue_until', '<=', now)
    .where('rescue_ended', 'is', null)
    .orderBy('rescue_until')
    .limit(limit)
    .execute() as unknown as Promise<AppointmentRow[]>

export const listParticipants = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('provider')
        .leftJoin('media', 'media.id', 'provider.profile_media_id')
        .where('provider.id', 'in', ids)
        .select((eb) => [
          'provider.id',
          'provider.slug',
          'provider.name',
          'provider.account_id',
          'provider.studio_address',
          'provider.online_balance',
          'provider.tz',
          'media.id as media_id',
          'media.alt',
          'media.file',
          sql<string[]>`array(select a.name from artist a where a.provider_id = provider.id order by a.position)`.as(
            'artists',
          ),
          eb
            .selectFrom('account')
            .select('account.email')
            .whereRef('account.id', '=', 'provider.account_id')
            .as('email'),
          eb
            .selectFrom('account')
            .select('account.name')
            .whereRef('account.id', '=', 'provider.account_id')
            .as('account_name'),
        ])
        .execute()

export const listReviewed = async (
  db: Db,
  ids: readonly string[],
  side: 'customer' | 'provider' | 'operator',
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows =
    side === 'provider'
      ? await db.selectFrom('customer_review').select('appointment_id').where('appointment_id', 'in', ids).execute()
      : await db.selectFrom('review').select('appointment_id').where('appointment_id', 'in', ids).execute()
  return new Set(rows.flatMap(({ appointment_id }) => appointment_id ?? []))
}
