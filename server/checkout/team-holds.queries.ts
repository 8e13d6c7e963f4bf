import { sql } from 'kysely'
import type { HoldEndReason } from '#contract/checkout/lifecycle-hold.ts'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'
import type { HoldRow } from './holds.queries.ts'

export const joinHolds = (db: Db, teamId: string, ids: readonly string[]) =>
  db
    .updateTable('hold')
    .set({ team_up_id: teamId })
    .where('id', 'in', [...ids])
    .execute()

/** Returns the newest holds of a team, in part order. `lock` locks them in a fixed order. */
export async function listHoldsOfTeam(db: Db, teamId: string, { lock = false } = {}): Promise<HoldRow[]> {
  const newest = db
    .selectFrom('hold')
    .selectAll()
    .where('team_up_id', '=', teamId)
    .where('created_at', '=', (eb) =>
      eb
        .selectFrom('hold as last')
        .select((of) => of.fn.max('last.created_at').as('at'))
        .where('last.team_up_id', '=', teamId),
    )
    .orderBy('id')
  const holds = await (lock ? newest.forUpdate() : newest).execute()
  const places = new Map(
    (await db.selectFrom('team_part').select(['search_id', 'place']).where('team_up_id', '=', teamId).execute()).map(
      ({ search_id, place }) => [search_id, place],
    ),
  )
  return holds.toSorted((a, b) => (places.get(a.search_id) ?? 0) - (places.get(b.search_id) ?? 0))
}

export const findTeamOfSearch = async (db: Db, searchId: string): Promise<string | null> =>
  (await db.selectFrom('team_part').where('search_id', '=', searchId).select('team_up_id').executeTakeFirst())
    ?.team_up_id ?? null

export async function listTeammates(db: Db, searchId: string): Promise<MateRow[]> {
  const { rows } = await sql<MateRow>`
    select p.slug, p.name, p.account_id as artist, own.people as own, part.people as theirs,
      a.people is not null as changed, a.id, a.account_id, a.search_id, a.body, a.tz, a.event_date::text as event_date,
      a.starts_at, a.ends_at, a.left_at, a.arrived_at, a.late_from, a.done_at
    from team_part own join team_part part on part.team_up_id = own.team_up_id and part.search_id <> own.search_id
    join appointment a on a.search_id = part.search_id and a.state not in ('cancelled', 'no_show')
    join provider p on p.id = a.provider_id
    where own.search_id = ${searchId} order by part.place, a.booked_at`.execute(db)
  return rows
}
export type MateRow = Pick<
  AppointmentRow,
  | 'id'
  | 'account_id'
  | 'search_id'
  | 'body'
  | 'tz'
  | 'event_date'
  | 'starts_at'
  | 'ends_at'
  | 'left_at'
  | 'arrived_at'
  | 'late_from'
  | 'done_at'
> & {
  slug: string
  name: string
  artist: string | null
  /** Indexes of this part's people and of the teammate's within the whole party, in plan order. */
  own: number[]
  theirs: number[]
  /** True if the party of that part was changed, so that its people can no longer be identified. */
  changed: boolean
}

export const listTeamBookings = async (db: Db, teamId: string): Promise<AppointmentRow[]> =>
  (await db
    .selectFrom('appointment')
    .innerJoin('team_part', 'team_part.search_id', 'appointment.search_id')
    .where('team_part.team_up_id', '=', teamId)
    .where('appointment.state', '<>', 'cancelled')
    .selectAll('appointment')
    .orderBy('team_part.place')
    .orderBy('appointment.booked_at')
    .execute()) as AppointmentRow[]

/**
 * Lists the unpaid or authorised deposits of teams whose holds have ended, and for each whether it must be captured.
 */
export const listLeftoverDeposits = (db: Db, most: number): Promise<{ ref: string; keep: boolean }[]> =>
  db
    .selectFrom('payment')
    .innerJoin('hold', 'hold.id', 'payment.ref')
    .where('payment.id', 'in', (eb) => eb.selectFrom('payment_queue').select('payment_queue.payment_id'))
    .where('payment.kind', '=', 'deposit')
    .where('payment.state', 'in', ['open', 'authorised'])
    .where('hold.team_up_id', 'is not', null)
    .where('hold.state', '<>', 'held')
    .select(['payment.ref', sql<boolean>`hold.state = 'booked' and payment.state = 'authorised'`.as('keep')])
    .orderBy('payment.created_at')
    .limit(most)
    .execute()

/** Lists teams that have both ended and active holds, with the end reason of one hold. */
export const listBrokenTeams = async (db: Db, most: number): Promise<{ teamId: string; reason: HoldEndReason }[]> =>
  (
    await db
      .selectFrom('hold')
      .innerJoin('hold as other', (join) =>
        join.onRef('other.team_up_id', '=', 'hold.team_up_id').onRef('other.created_at', '=', 'hold.created_at'),
      )
      .where('hold.id', 'in', (eb) => eb.selectFrom('active_hold').select('active_hold.hold_id'))
      .where('hold.state', '=', 'held')
      .where('other.state', 'in', ['lapsed', 'released'])
      .where('hold.team_up_id', 'is not', null)
      .select(['hold.team_up_id', (eb) => eb.fn.min('other.end_reason').as('reason')])
      .groupBy('hold.team_up_id')
      .limit(most)
      .execute()
  ).flatMap(({ team_up_id, reason }) =>
    team_up_id ? { teamId: team_up_id, reason: (reason ?? 'expired') as HoldEndReason } : [],
  )

type MateSat = Pick<AppointmentRow, 'body'> & { own: number[]; people: number[]; changed: boolean }

/**
 * Returns the people of each teammate within the whole party, with their booked plans. `lock` prevents concurrent
 * moves.
 */
export async function listTeammateSeats(db: Db, searchId: string, { lock = false } = {}): Promise<MateSat[]> {
  if (lock)
    await sql`select t.id from team_up t join team_part p on p.team_up_id = t.id where p.search_id = ${searchId} for no key update of t`.execute(
      db,
    )
  const { rows } = await sql<MateSat>`
    select own.people as own, part.people, a.people is not null as changed, a.body
    from team_part own join team_part part on part.team_up_id = own.team_up_id and part.search_id <> own.search_id
    join appointment a on a.search_id = part.search_id and a.state not in ('cancelled', 'no_show')
    where own.search_id = ${searchId} order by part.place`.execute(db)
  return rows
}
