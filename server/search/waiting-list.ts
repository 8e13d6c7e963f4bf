import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type DayList, mostLists, type waiting } from '#contract/search/waiting.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { requestAddressConfirmation, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listProviderNumbers, getCallerProvider } from '#server/providers/index.ts'
import { listQuotedProviders } from './quoted-provider.ts'
import { findSearch } from './search.queries.ts'
import { isOwner, resolveSearch } from './saved-search.ts'
import {
  countAheadOnList,
  listDayWaiting,
  isClosed,
  joinList,
  deleteWaitingEntry,
  deleteWaitingEntryById,
  countOtherLists,
  listListsOfAddress,
  setClosed,
} from './waiting-list.queries.ts'
import type { CountryCode, Mode } from '#contract/values.ts'
import type { Look, Requester } from '#contract/search/search.ts'
import { getInitial } from '#contract/text.ts'
import { findAccount } from '#server/accounts/index.ts'

/**
 * Joins or leaves the waiting list of an artist who is booked on the search's day. An unknown address must confirm
 * first.
 */
export async function joinWaiting(
  ctx: Context,
  { quoteId, profileId, type, email, on }: InputOf<typeof waiting.join>,
): Promise<OutputOf<typeof waiting.join>> {
  const row = await findSearch(ctx.database, quoteId)
  if (!row) throw new Refusal('not_found')
  if (!isOwner(ctx.viewer, row)) throw new Refusal('not_yours')
  const [known] = await listProviderNumbers(ctx.reads, [profileId])
  if (!known) throw new Refusal('not_found')
  const wait = { searchId: row.id, email, providerId: known.id }
  if (!on) {
    await deleteWaitingEntry(ctx.db, wait)
    return { on, confirm: false, before: 0 }
  }
  const asked = resolveSearch(row, await getCatalog(ctx.database), ctx.now)
  if (asked.daysAhead < 0) throw new Refusal('date_past')
  const [quoted] = await listQuotedProviders(ctx, asked, [known.no], type)
  if (!quoted) throw new Refusal('not_found')
  // Only booked time can be freed.
  if (quoted.card.reason !== 'booked') throw new Refusal('still_free')
  if (await isClosed(ctx.db, known.id, row.event_date)) throw new Refusal('waiting_closed')
  const today = ctx.now.toISOString().slice(0, 10)
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `lists ${normaliseEmail(email)}`)
    if ((await countOtherLists(tx.db, email, today, wait)) >= mostLists) throw new Refusal('too_many_lists')
    const id = await joinList(tx.db, { ...wait, mode: type, now: tx.now })
    const confirm = await requestAddressConfirmation(tx, sender, { topic: 'alert', email, country: row.country_code })
    return { on, confirm, before: await countAheadOnList(tx.db, known.id, row.event_date, id) }
  })
}

export async function removeFromWaitingList(
  ctx: Context,
  { id }: InputOf<typeof waiting.leave>,
): Promise<OutputOf<typeof waiting.leave>> {
  const email = await getCallerAddress(ctx)
  if (email === null || !(await deleteWaitingEntryById(ctx.db, id, email))) throw new Refusal('not_found')
  return { left: true }
}

export async function listOwnWaiting(ctx: Context): Promise<OutputOf<typeof waiting.mine>> {
  const email = await getCallerAddress(ctx)
  if (email === null) return { lists: [] }
  const rows = await listListsOfAddress(ctx.db, email, ctx.now.toISOString().slice(0, 10), ctx.now)
  return {
    lists: await Promise.all(
      rows.map(
        async ({
          id,
          mode,
          search_id,
          provider_id,
          name,
          slug,
          event_date,
          tz,
          country_code,
          state,
          until,
          let_in,
        }) => ({
          id: Number(id),
          name,
          slug,
          searchId: search_id,
          mode: mode as Mode,
          eventDate: event_date,
          timeZone: tz,
          countryCode: country_code as CountryCode,
          state,
          until: until?.toISOString() ?? null,
          before: state === 'waiting' ? await countAheadOnList(ctx.db, provider_id, event_date, Number(id)) : 0,
          letIn: state === 'waiting' && let_in,
        }),
      ),
    ),
  }
}

export const getDayWaiting = async (
  ctx: Context,
  { eventDate }: InputOf<typeof waiting.day>,
): Promise<OutputOf<typeof waiting.day>> => listOfDay(ctx, (await getCallerProvider(ctx)).id, eventDate)

export async function listOfDay(ctx: Context, providerId: string, eventDate: string): Promise<DayList> {
  const rows = await listDayWaiting(ctx.db, providerId, eventDate, ctx.now)
  return {
    closed: await isClosed(ctx.db, providerId, eventDate),
    people: rows.map(({ id, email, created_at, first_at, people, details, state }) => ({
      id: Number(id),
      name: (details as unknown as Requester | null)?.name.split(' ')[0] ?? maskedAddress(email),
      people: (people as unknown as Look[]).reduce((sum, look) => sum + look.count, 0),
      since: created_at.toISOString(),
      state,
      first: first_at !== null,
    })),
  }
}

export async function closeWaiting(
  ctx: Context,
  { eventDate, closed }: InputOf<typeof waiting.close>,
): Promise<OutputOf<typeof waiting.close>> {
  const { id } = await getCallerProvider(ctx)
  await setClosed(ctx.db, id, eventDate, closed, ctx.now)
  return listOfDay(ctx, id, eventDate)
}

/** Keeps the first letter and the domain. */
const maskedAddress = (email: string): string => `${getInitial(email)}•••${email.slice(email.lastIndexOf('@'))}`

/** Returns the caller's verified address, or null: lists belong to addresses. */
async function getCallerAddress(ctx: Context): Promise<string | null> {
  const account = ctx.viewer.accountId ? await findAccount(ctx.db, ctx.viewer.accountId) : undefined
  return account?.email_verified_at ? account.email : null
}
