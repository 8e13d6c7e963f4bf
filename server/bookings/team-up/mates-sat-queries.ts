import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

type MateSat = Pick<AppointmentRow, 'body'> & { own: number[]; people: number[]; changed: boolean }

/** Who of a whole party is whose where a search is one artist's part of it, with the plans of the others who are booked; locked against the others' moves where `lock` says so. */
export async function matesSat(db: Db, searchId: string, { lock = false } = {}): Promise<MateSat[]> {
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
