import { countOf } from '#contract/i18n/counts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatTime } from '#contract/format.ts'
import type { quotes } from '#contract/search/quotes.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { requestAddressConfirmation, type Notice, notify, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { runInLanguage } from '#server/platform/language.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch } from './search.queries.ts'
import { isOwner, presentSearch, resolveSearch } from './saved-search.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

/**
 * Mails the link of a search's quotes to its owner, once a day per address, after a one-time confirmation. The link
 * grants no further access.
 */
export async function sendQuotes(
  ctx: Context,
  { quoteId, email }: InputOf<typeof quotes.sendMe>,
): Promise<OutputOf<typeof quotes.sendMe>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  const { countryCode, appointmentSpot, people } = presentSearch(asked, ctx.viewer)
  const start = row.time_constraint === 'start' ? row.start_time : null
  const time = start ?? appointmentSpot.finishTime
  const values = runInLanguage(row.language, () => ({
    date: formatDate(appointmentSpot.eventDate, countryCode),
    place: row.area,
    people: countOf(
      'people',
      people.reduce((sum, { count }) => sum + count, 0),
    ),
    time: time ? formatTime(time) : null,
  }))
  const sender = await getSender(ctx)
  const fact = `quotes ${row.id} to ${normaliseEmail(email)} on ${ctx.now.toISOString().slice(0, 10)}`
  const notice: Notice = {
    kind: 'quotes.sent',
    to: { email, country: countryCode, language: row.language },
    values,
    ...(start ? { how: 'start' as const } : time ? {} : { how: 'none' as const }),
    path: `/quotes/${row.id}`,
    fact,
  }
  const confirm = await ctx.transaction(async (inner) => {
    const asks = { topic: 'quotes', email, country: countryCode, language: row.language, waiting: notice } as const
    if (await requestAddressConfirmation(inner, sender, asks)) return true
    await notify(inner, sender, notice)
    return false
  })
  return { sent: true, confirm }
}
