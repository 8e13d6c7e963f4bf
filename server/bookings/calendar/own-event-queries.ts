import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { CalendarReading } from '#server/gateways/calendars/calendars.ts'

const MAX_UID = 120
const MAX_EVENTS = 20_000
type Kind = 'appointment' | 'own' | 'trial' | 'test' | 'busy'

/**
 * Parses the UID of an event that we have published (`calendar-file.ts`). Other calendars change its case, and Google
 * appends `_R` and the time of an instance. Returns null for any other UID.
 */
export function parseOwnUid(uid: string): { kind: Kind; id: string } | null {
  if (uid.length > MAX_UID) return null
  const [, prefix, id] =
    /^(?:(own|trial|test|busy)-)?([0-9a-f-]{1,36})(?:_R[0-9TZ]{1,20})?@primp(?:_R[0-9TZ]{1,20})?$/i.exec(uid) ?? []
  if (!id) return null
  const kind = (prefix?.toLowerCase() ?? 'appointment') as Kind
  const isId = kind === 'busy' ? /^[1-9][0-9]{0,17}$/.test(id) : /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
  return isId ? { kind, id: id.toLowerCase() } : null
}

/**
 * Returns the busy times of the events of a reading that carry our UID but do not belong to this artist's diary, such
 * as a booking that the artist made as a customer. The artist's own bookings, visits, holds and booked-out times come
 * back through calendars that follow ours, and would otherwise block their own move. An entry of the diary that has
 * been deleted since is ignored too: calendars still show it for hours.
 */
export async function findForeignTimes(
  db: Db,
  providerId: string,
  ownEvents: CalendarReading['ownEvents'],
): Promise<{ from: number; to: number }[]> {
  const parsed = ownEvents.slice(0, MAX_EVENTS).map((event) => ({ event, own: parseOwnUid(event.uid) }))
  const idsOf = (kind: Kind) => [...new Set(parsed.flatMap(({ own }) => (own?.kind === kind ? own.id : [])))]
  if (parsed.every(({ own }) => own === null)) return ownEvents.map(({ from, to }) => ({ from, to }))
  const { rows } = await sql<{ kind: Kind; id: string }>`
    select 'appointment' as kind, a.id::text from appointment a where a.id = any(${sql.val(idsOf('appointment'))}::uuid[]) and a.provider_id = ${providerId}
    union all select 'own', o.id::text from own_appointment o where o.id = any(${sql.val(idsOf('own'))}::uuid[]) and o.provider_id = ${providerId}
    union all select 'trial', t.id::text from trial t join appointment a on a.id = t.appointment_id
      where t.id = any(${sql.val(idsOf('trial'))}::uuid[]) and a.provider_id = ${providerId}
    union all select 'test', t.id::text from patch_test t join appointment a on a.id = t.appointment_id
      where t.id = any(${sql.val(idsOf('test'))}::uuid[]) and a.provider_id = ${providerId}
    union all select 'busy', asked.id::text from unnest(${sql.val(idsOf('busy'))}::bigint[]) asked(id)
      where not exists (select from busy b where b.id = asked.id and b.provider_id <> ${providerId})`.execute(db)
  const known = new Set(rows.map(({ kind, id }) => `${kind} ${id}`))
  return [
    ...parsed.filter(({ own }) => !own || !known.has(`${own.kind} ${own.id}`)).map(({ event }) => event),
    ...ownEvents.slice(MAX_EVENTS),
  ].map(({ from, to }) => ({ from, to }))
}
