import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownClients } from '#contract/bookings/own-clients.ts'
import { clock, date, zonedTime } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import { notify, senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { freeOwn, lockDiary } from '#server/providers/index.ts'
import { type SharedRow, updateOwnAppointment } from './own-client-queries.ts'
import { presentShared, readShared, visitOfKey } from './visit-of-key.ts'

/** The client agrees, or cannot, which frees the time; the artist is told once. An answer given before may still become a no. */
export async function answerVisit(
  ctx: Context,
  { key, answer }: InputOf<typeof ownClients.answerVisit>,
): Promise<OutputOf<typeof ownClients.answerVisit>> {
  const known = await readShared(ctx, await visitOfKey(ctx, key))
  if (!known) throw new Refusal('not_found')
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    await lockDiary(tx.db, known.provider_id)
    const row = await readShared(tx, known.id)
    if (!row || row.cancelled_at || row.ends_at <= tx.now) throw new Refusal('state_changed')
    if (answer === 'yes' && row.answered_at) return { visit: presentShared(row, tx.now) }
    const change = { answered_at: tx.now, cancelled_at: answer === 'no' ? tx.now : null, changed_at: tx.now }
    await updateOwnAppointment(tx.db, row.id, change)
    if (answer === 'no') await freeOwn(tx, row.id)
    await tellArtist(tx, sender, row, answer)
    return { visit: presentShared({ ...row, ...change }, tx.now) }
  })
}

// Without the client's name: mails are read by more people than the artist's rooms.
async function tellArtist(
  ctx: Context,
  sender: Awaited<ReturnType<typeof senderOf>>,
  row: SharedRow,
  answer: 'yes' | 'no',
): Promise<void> {
  const account = row.account_id ? await findAccount(ctx.db, row.account_id) : undefined
  if (!account) return
  const starts = row.starts_at.toISOString()
  const day = date(row.event_date, row.country_code as Country, ctx.now.getUTCFullYear())
  await notify(ctx, sender, {
    kind: answer === 'yes' ? 'visit.yes' : 'visit.no',
    to: { email: account.email, name: account.name, accountId: account.id, country: account.country_code },
    path: `/dashboard/clients/${row.client_id}`,
    fact: `visit.${answer} ${row.id} ${row.sequence}`,
    values: { dateTime: `${day}, ${clock(zonedTime(starts, row.tz))}` },
  })
}
