import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** Mails that anybody can have sent to an address they type. */
const typed: readonly string[] = [
  'quotes.sent',
  'mail.confirm',
  'request.confirm',
  'alert.freed',
  'alert.freed.day',
  'waiting.offered',
  'waiting.offered.day',
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

type Asked = { channel: string; kind: string; address: string; state?: string | undefined; created_at: Date }

/** Whether it is a mail that nobody can have sent to an address they type. */
export const isOtherMail = ({ channel, kind }: Asked): boolean => channel === 'mail' && !typed.includes(kind)

/** Which of these other mails are one too many of their kind for their address, within an hour or a day. In the transaction that writes them. */
export async function areTooMuch<Row extends Asked>(db: Db, rows: readonly Row[]): Promise<ReadonlySet<Row>> {
  const sent = rows.filter(({ state }) => state !== 'switched_off')
  const [first] = sent
  if (!first) return new Set()
  const keyOf = (row: Asked) => `${row.kind} ${emailKey(row.address)}`
  const asked = [...new Map(sent.map((row) => [keyOf(row), row])).values()]
  const { rows: found } = await sql<Written & { key: string }>`
    select asked.key, w.hour, w.day
    from unnest(${asked.map(keyOf)}::text[], ${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ address }) => address)}::text[]) as asked (key, kind, address)
    cross join lateral (${writtenTo(first, sql`asked.address`, sql`array[asked.kind]`)}) w`.execute(db)
  const written = new Map(found.map(({ key, hour, day }) => [key, { hour, day }]))
  return new Set(
    sent.filter((row) => {
      const so = written.get(keyOf(row)) ?? { hour: 0, day: 0 }
      if (over(so, mailCaps.other)) return true
      so.hour += 1
      so.day += 1
      return false
    }),
  )
}

/** Whether a mail that anybody can have sent is one too many of its kind for its address, within an hour or a day. In the transaction that writes it. */
export async function isTooMuch(db: Db, row: Asked): Promise<boolean> {
  if (row.channel !== 'mail' || row.state === 'switched_off') return false
  // One at a time for each address: so many at once are no more than so many one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('mail ' || lower(${row.address}), 0))`.execute(db)
  const written = async (kinds: readonly string[]): Promise<Written> => {
    const { rows } = await writtenTo(row, sql`${row.address}`, sql`${sql.val(kinds)}::text[]`).execute(db)
    return rows[0] as Written
  }
  return over(await written([row.kind]), mailCaps.typed) || over(await written(typed), mailCaps.allTyped)
}

function writtenTo(
  { created_at: now }: { created_at: Date },
  address: RawBuilder<unknown>,
  kinds: RawBuilder<unknown>,
): RawBuilder<Written> {
  const since = (hours: number) => sql`${new Date(now.getTime() - hours * 3_600_000).toISOString()}::timestamptz`
  return sql<Written>`
    select count(*) filter (where created_at > ${since(1)})::int as hour, count(*)::int as day from outbox
    where channel = 'mail' and lower(address) = lower(${address}) and kind = any(${kinds})
      and created_at > ${since(24)} and state not in ('held_back', 'switched_off')`
}
