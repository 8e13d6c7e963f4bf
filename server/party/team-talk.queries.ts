import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

type TalkRow = Selectable<DB['team_message']>

/** `providerId` is null for the customer. */
export type Member = {
  providerId: string | null
  accountId: string | null
  appointmentId: string
  name: string
  email: string | null
  country: string
}

export async function listMembers(db: Db, teamId: string): Promise<Member[]> {
  const { rows } = await sql<{
    id: string
    account_id: string | null
    customer: string | null
    customer_email: string | null
    customer_country: string
    provider_id: string
    artist: string
    artist_account: string | null
    artist_email: string | null
    artist_country: string
  }>`
    select a.id, a.account_id, coalesce(a.requester->>'name', c.name) as customer, c.email as customer_email, s.country_code as customer_country,
      p.id as provider_id, p.name as artist, p.account_id as artist_account, o.email as artist_email, p.country_code as artist_country
    from team_part t join search s on s.id = t.search_id
    join appointment a on a.search_id = t.search_id and a.state not in ('cancelled', 'no_show')
    join provider p on p.id = a.provider_id
    left join account c on c.id = a.account_id
    left join account o on o.id = p.account_id
    where t.team_up_id = ${teamId} order by t.place`.execute(db)
  const [first] = rows
  if (!first) return []
  return [
    {
      providerId: null,
      accountId: first.account_id,
      appointmentId: first.id,
      name: (first.customer ?? '').split(' ')[0] ?? '',
      email: first.customer_email,
      country: first.customer_country,
    },
    ...rows.map((row) => ({
      providerId: row.provider_id,
      accountId: row.artist_account,
      appointmentId: row.id,
      name: row.artist,
      email: row.artist_email,
      country: row.artist_country,
    })),
  ]
}

export const findTeamOfAppointment = async (db: Db, appointmentId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('appointment')
      .innerJoin('team_part', 'team_part.search_id', 'appointment.search_id')
      .where('appointment.id', '=', appointmentId)
      .where('appointment.state', 'not in', ['cancelled', 'no_show'])
      .select('team_part.team_up_id')
      .executeTakeFirst()
  )?.team_up_id ?? null

export const listBookingsOfTeam = async (db: Db, appointmentId: string) =>
  db
    .selectFrom('appointment as own')
    .innerJoin('team_part as ours', 'ours.search_id', 'own.search_id')
    .innerJoin('team_part as part', 'part.team_up_id', 'ours.team_up_id')
    .innerJoin('appointment as a', 'a.search_id', 'part.search_id')
    .innerJoin('provider as p', 'p.id', 'a.provider_id')
    .leftJoin('account as c', 'c.id', 'a.account_id')
    .select(['part.team_up_id', 'a.id', 'a.number', 'a.state', 'p.name', 'p.account_id as artist_account'])
    .select(['a.account_id', 'c.name as customer'])
    .where('own.id', '=', appointmentId)
    .orderBy('part.place')
    .orderBy('a.booked_at')
    .execute()

export const listMessagesOfTeam = (db: Db, teamId: string, before: number | null, limit: number) =>
  db
    .selectFrom('team_message as m')
    .leftJoin('provider as p', 'p.id', 'm.provider_id')
    .select(['m.id', 'm.provider_id', 'm.text', 'm.at', 'p.name as artist'])
    .where('m.team_up_id', '=', teamId)
    .$if(before !== null, (q) => q.where('m.id', '<', before ?? 0))
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()

export const insertTeamMessage = (
  db: Db,
  row: { team_up_id: string; account_id: string | null; provider_id: string | null; text: string; at: Date },
): Promise<TalkRow> => db.insertInto('team_message').values(row).returningAll().executeTakeFirstOrThrow()

export const getReaderKey = ({ providerId }: Pick<Member, 'providerId'>): string => providerId ?? 'customer'

/** The position never decreases. */
export const saveTeamRead = (db: Db, teamId: string, reader: string, id: number) =>
  sql`insert into team_reader as r (team_up_id, reader, read_id) values (${teamId}, ${reader}, ${id})
    on conflict (team_up_id, reader) do update set read_id = greatest(r.read_id, excluded.read_id)`.execute(db)

/** Returns teams with messages older than a time and without a notification. */
export const listTeamsToNotify = async (db: Db, since: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('team_message')
      .select('team_up_id')
      .distinct()
      .where('told_at', 'is', null)
      .where('at', '<=', since)
      .limit(limit)
      .execute()
  ).map(({ team_up_id }) => team_up_id)

/** Returns the messages marked, oldest first. A concurrent call returns none. */
export const markTeamTold = async (db: Db, teamId: string, now: Date): Promise<TalkRow[]> =>
  (
    await db
      .updateTable('team_message')
      .set({ told_at: now })
      .where('team_up_id', '=', teamId)
      .where('told_at', 'is', null)
      .returningAll()
      .execute()
  ).toSorted((a, b) => Number(a.id) - Number(b.id))

export const getArtistName = async (db: Db, providerId: string): Promise<string> =>
  (await db.selectFrom('provider').select('name').where('id', '=', providerId).executeTakeFirst())?.name ?? ''

export const listReadPositions = async (db: Db, teamId: string): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.selectFrom('team_reader').select(['reader', 'read_id']).where('team_up_id', '=', teamId).execute()).map(
      ({ reader, read_id }) => [reader, Number(read_id)],
    ),
  )
