import { emailKey } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { mostLists, type waiting } from '#contract/search/waiting.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { askAddressFirst, senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { numbersOf } from '#server/providers/index.ts'
import { quotedProviders } from '#server/search/quotes/quoted-provider.ts'
import { findSearch } from '#server/search/queries.ts'
import { owns, resolveSearch } from '#server/search/saved-search.ts'
import { beforeOn, isClosed, joinList, leaveList, listsOf } from './waiting-queries.ts'

/** Puts an address on the list of an artist who is taken on the day of a search, or takes it off; an address that has never said that it wants such mails is asked first. */
export async function joinWaiting(
  ctx: Context,
  { quoteId, profileId, type, email, on }: InputOf<typeof waiting.join>,
): Promise<OutputOf<typeof waiting.join>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!owns(ctx.viewer, row)) throw new Refusal('not_yours')
  const [known] = await numbersOf(ctx.reads, [profileId])
  if (!known) throw new Refusal('not_found')
  const wait = { searchId: row.id, email, providerId: known.id }
  if (!on) {
    await leaveList(ctx.db, wait)
    return { on, confirm: false, before: 0 }
  }
  const asked = resolveSearch(row, await catalogOf(ctx.database), ctx.now)
  if (asked.daysAhead < 0) throw new Refusal('date_past')
  const [quoted] = await quotedProviders(ctx, asked, [known.no], type)
  if (!quoted) throw new Refusal('not_found')
  // Only time that somebody else has can come free; what does not fit otherwise fits on no list.
  if (quoted.card.reason !== 'booked') throw new Refusal('still_free')
  if (await isClosed(ctx.db, known.id, row.event_date)) throw new Refusal('waiting_closed')
  const today = ctx.now.toISOString().slice(0, 10)
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `lists ${emailKey(email)}`)
    if ((await listsOf(tx.db, email, today, wait)) >= mostLists) throw new Refusal('too_many_lists')
    const id = await joinList(tx.db, { ...wait, mode: type, now: tx.now })
    const confirm = await askAddressFirst(tx, sender, { topic: 'alert', email, country: row.country_code })
    return { on, confirm, before: await beforeOn(tx.db, known.id, row.event_date, id) }
  })
}
