import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Mails that anybody can have sent to an address they type. */
const typed: readonly string[] = [
  'quotes.sent',
  'mail.confirm',
  'request.confirm',
  'alert.freed',
  'alert.freed.day',
  'soon.opened',
  'verify.email',
  'magicLink',
  'providerLink',
  'password.reset',
]

/** How many mails of one kind an address gets, and of all kinds that anybody can have sent to it. */
const mailCaps = {
  typed: { hour: 6, day: 20 },
  allTyped: { hour: 12, day: 40 },
  other: { hour: 40, day: 200 },
} as const

type Written = { hour: number; day: number }
const over = (written: Written, cap: Written): boolean => written.hour >= cap.hour || written.day >= cap.day

/** Whether a mail is one too many of its kind for its address, within an hour or a day. In the transaction that writes it. */
export async function isTooMuch(
  db: Db,
  row: { channel: string; kind: string; address: string; state?: string | undefined; created_at: Date },
): Promise<boolean> {
  if (row.channel !== 'mail' || row.state === 'switched_off') return false
  if (!typed.includes(row.kind)) return over(await written(db, row, [row.kind]), mailCaps.other)
  // One at a time for each address: so many at once are no more than so many one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('mail ' || lower(${row.address}), 0))`.execute(db)
  return (
    over(await written(db, row, [row.kind]), mailCaps.typed) || over(await written(db, row, typed), mailCaps.allTyped)
  )
}

async function written(
  db: Db,
  { address, created_at: now }: { address: string; created_at: Date },
  kinds: readonly string[],
): Promise<Written> {
  const since = (hours: number) => sql`${new Date(now.getTime() - hours * 3_600_000).toISOString()}::timestamptz`
  const { rows } = await sql<Written>`
    select count(*) filter (where created_at > ${since(1)})::int as hour, count(*)::int as day from outbox
    where channel = 'mail' and lower(address) = lower(${address}) and kind = any(${sql.val(kinds)}::text[])
      and created_at > ${since(24)} and state not in ('held_back', 'switched_off')`.execute(db)
  return rows[0] as Written
}
