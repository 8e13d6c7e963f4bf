import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { privateClients, SharedVisit } from '#contract/calendar/private-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { formatClock, formatDate, zonedTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { releasePrivateTime, lockDiary } from '#server/providers/index.ts'
import { findSharedAppointment, type SharedRow, updateOwnAppointment } from './private-clients.queries.ts'
import { toMajor } from '#contract/money.ts'
import type { CountryCode } from '#contract/values.ts'
import { getEventDay } from '#server/platform/event-day.ts'
import { openLinkKey, createLinkKey } from '#server/platform/http/act-key.ts'

export async function getVisit(
  ctx: Context,
  { key }: InputOf<typeof privateClients.visit>,
): Promise<OutputOf<typeof privateClients.visit>> {
  const row = await readShared(ctx, await openVisitKey(ctx, key))
  if (!row) throw new Refusal('not_found')
  return { visit: presentShared(row, ctx.now) }
}

/** Saves the client's answer and notifies the artist once. Declining frees the time, even after accepting. */
export async function answerVisit(
  ctx: Context,
  { key, answer }: InputOf<typeof privateClients.answerVisit>,
): Promise<OutputOf<typeof privateClients.answerVisit>> {
  const known = await readShared(ctx, await openVisitKey(ctx, key))
  if (!known) throw new Refusal('not_found')
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, known.provider_id)
    const row = await readShared(tx, known.id)
    if (!row || row.cancelled_at || row.ends_at <= tx.now) throw new Refusal('state_changed')
    if (answer === 'yes' && row.answered_at) return { visit: presentShared(row, tx.now) }
    const change = { answered_at: tx.now, cancelled_at: answer === 'no' ? tx.now : null, changed_at: tx.now }
    await updateOwnAppointment(tx.db, row.id, change)
    if (answer === 'no') await releasePrivateTime(tx, row.id)
    await notifyVisitAnswer(tx, sender, row, answer)
    return { visit: presentShared({ ...row, ...change }, tx.now) }
  })
}

// Omits the client's name, because more people read mails than the dashboard.
async function notifyVisitAnswer(
  ctx: Context,
  sender: Awaited<ReturnType<typeof getSender>>,
  row: SharedRow,
  answer: 'yes' | 'no',
): Promise<void> {
  const account = row.account_id ? await findAccount(ctx.db, row.account_id) : undefined
  if (!account) return
  const starts = row.starts_at.toISOString()
  const day = formatDate(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())
  await notify(ctx, sender, {
    kind: answer === 'yes' ? 'visit.yes' : 'visit.no',
    to: { email: account.email, name: account.name, accountId: account.id, country: account.country_code },
    path: `/dashboard/clients/${row.client_id}`,
    fact: `visit.${answer} ${row.id} ${row.sequence}`,
    values: { dateTime: `${day}, ${formatClock(zonedTime(starts, row.tz))}` },
  })
}

/** Must not run inside a transaction. */
export const getVisitLink = async ({ database, env }: Pick<Context, 'database' | 'env'>, id: string): Promise<string> =>
  `${env.publicUrl}/visit/${await createLinkKey(database, env, 'visit', id)}`

/** Must not run inside a transaction. */
const openVisitKey = ({ database, env }: Pick<Context, 'database' | 'env'>, key: string): Promise<string | null> =>
  openLinkKey(database, env, 'visit', key)

const readShared = async (ctx: Context, id: string | null): Promise<SharedRow | undefined> =>
  id === null ? undefined : findSharedAppointment(ctx.db, id)

function presentShared(row: SharedRow, now: Date): SharedVisit {
  const day = getEventDay(row.event_date, row.tz)
  return {
    artist: { name: row.artist, slug: row.slug },
    firstName: row.name.split(' ')[0] ?? row.name,
    countryCode: row.country_code as CountryCode,
    eventDate: row.event_date,
    startsAt: day.iso(row.starts_at.getTime()),
    endsAt: day.iso(row.ends_at.getTime()),
    timeZone: row.tz,
    services: row.services,
    place: row.place,
    price: row.price_minor === null ? null : toMajor(row.price_minor),
    currency: row.currency,
    state: row.cancelled_at ? 'cancelled' : row.ends_at <= now ? 'past' : row.answered_at ? 'agreed' : 'open',
  }
}
