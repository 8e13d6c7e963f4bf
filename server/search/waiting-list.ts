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

/** Puts an address on the list of an artist who is taken on the day of a search, or takes it off; an address that has never said that it wants such mails is asked first. */
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
  // Only time that somebody else has can come free; what does not fit otherwise fits on no list.
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

/** Leaves a list; the time that was kept for them is let go of by whatever lapses kept times. */
export async function removeFromWaitingList(
  ctx: Context,
  { id }: InputOf<typeof waiting.leave>,
): Promise<OutputOf<typeof waiting.leave>> {
  const email = await getCallerAddress(ctx)
  if (email === null || !(await deleteWaitingEntryById(ctx.db, id, email))) throw new Refusal('not_found')
  return { left: true }
}

/** Lists of artists' days that the caller's address is on. */
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

/** Who waits for a day of the caller's own, whoever is next first. */
export const getDayWaiting = async (
  ctx: Context,
  { eventDate }: InputOf<typeof waiting.day>,
): Promise<OutputOf<typeof waiting.day>> => listOfDay(ctx, (await getCallerProvider(ctx)).id, eventDate)

/** The list of a day as its artist sees it. */
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

/** Takes nobody more onto the list of a day, or takes people again. */
export async function closeWaiting(
  ctx: Context,
  { eventDate, closed }: InputOf<typeof waiting.close>,
): Promise<OutputOf<typeof waiting.close>> {
  const { id } = await getCallerProvider(ctx)
  await setClosed(ctx.db, id, eventDate, closed, ctx.now)
  return listOfDay(ctx, id, eventDate)
}

/** An address as it is shown to who may not have it: its first letter and where it is. */
const maskedAddress = (email: string): string => `${getInitial(email)}•••${email.slice(email.lastIndexOf('@'))}`

/** The caller's address; null while nobody has proven it to be theirs: lists are an address's. */
async function getCallerAddress(ctx: Context): Promise<string | null> {
  const account = ctx.viewer.accountId ? await findAccount(ctx.db, ctx.viewer.accountId) : undefined
  return account?.email_verified_at ? account.email : null
}
