import { randomBytes } from 'node:crypto'
import type { Card } from '#contract/search/quotes.ts'
import type { Context } from '#server/platform/context.ts'
import { zonedTime } from '#contract/format.ts'
import { minor } from '#contract/money.ts'
import type { Costed } from '#contract/price-lines.ts'
import { catalogOf } from '#server/catalog/index.ts'
import {
  bookableQuote,
  copySearch,
  findSearch,
  type QuoteBody,
  quoteById,
  quotesOf,
  resolveSearch,
  type SearchRow,
} from '#server/search/index.ts'
import { priceWithCarried, promoIn } from '#server/bookings/promos/price-with-promo.ts'
import { besideMates } from '#server/bookings/team-up/beside-mates.ts'
import { getDaySums } from '#server/bookings/linked-appointments/trial-money.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

const MOST = 3
const MOST_LOOKED_AT = 12

/** The search by which somebody else is looked for: that of the booking, or where it was moved a copy of it for the time that stood. Not inside a transaction. */
export async function rescueSearch(ctx: Context, row: AppointmentRow): Promise<string> {
  const search = await findSearch(ctx.database, row.search_id)
  const finish = row.ready_at ? zonedTime(row.ready_at.toISOString(), row.tz) : null
  if (!search || (search.event_date === row.event_date && (finish === null || search.finish_time === finish)))
    return row.search_id
  return copySearch(ctx, search, {
    id: randomBytes(12).toString('base64url'),
    eventDate: row.event_date,
    finishTime: finish,
  })
}

/** Up to three artists who can be booked at once for the same party, place and time, at the day's price or less; the one who cancelled is not among them. Not inside a transaction. */
export async function rescueArtists(ctx: Context, row: AppointmentRow, searchId: string): Promise<Card[]> {
  const { search, cards } = await othersFor(ctx, row, searchId)
  const most = mostMinorOf(row)
  const cheap = cards.filter(({ price }) => price !== null && minor(price) <= most)
  const others = search ? await besideTeam(ctx, row, { search, cards: cheap }) : cheap
  const promo = carriedOf(row)
  if (!promo || !search) return others.slice(0, MOST)
  return withCarried(ctx, row, search, { cards: others, promo })
}

/** What somebody else may ask for at the most: what the day cost, before a code of the platform that counts with them as well. */
export function mostMinorOf(row: AppointmentRow): number {
  const promo = carriedOf(row)
  return getDaySums(row).total_minor + (promo ? -minor(promo.line.amount) : 0)
}

/** Of these whoever would be with nobody of the party while another artist of its team is. */
async function besideTeam(
  ctx: Context,
  row: AppointmentRow,
  { search, cards }: { search: SearchRow; cards: Card[] },
): Promise<Card[]> {
  const clashes = await besideMates(ctx.db, { search_id: row.search_id, people: null })
  if (!clashes) return cards
  const asked = resolveSearch(search, await catalogOf(ctx.database), ctx.now)
  const found: Card[] = []
  for (const card of cards.slice(0, MOST_LOOKED_AT)) {
    const { locked } = await bookableQuote(ctx, asked, card._id, row.mode)
    if (locked?.plan && !clashes(locked.plan)) found.push(card)
  }
  return found
}

/** Who else can be booked at once for the same party, place and time, whatever they ask for. Not inside a transaction. */
export async function othersFor(
  ctx: Context,
  row: AppointmentRow,
  searchId: string,
): Promise<{ search: SearchRow | null; cards: Card[] }> {
  const search = await findSearch(ctx.database, searchId)
  if (!search) return { search, cards: [] }
  const page = await quotesOf(ctx, search, {
    filterBy: 'instant',
    sortBy: 'recommended',
    type: row.mode,
    rescue: false,
  })
  const cards = page.offers[row.mode].map(({ provider }) => provider)
  return { search, cards: cards.filter((card) => card._id !== row.provider_id && card.price !== null) }
}

/** The platform's promo line on a booking, which counts with whoever takes over; an artist's own is theirs alone. */
export function carriedOf({ body }: AppointmentRow): Costed | null {
  const promo = promoIn(body)
  return promo?.giver === 'platform' ? promo.costed : null
}

/** The cards at their prices with the code taken off, as far as they are no dearer than the booking was. */
async function withCarried(
  ctx: Context,
  row: AppointmentRow,
  search: SearchRow,
  { cards, promo }: { cards: readonly Card[]; promo: Costed },
): Promise<Card[]> {
  const asked = resolveSearch(search, await catalogOf(ctx.database), ctx.now)
  const found: Card[] = []
  for (const card of cards.slice(0, MOST_LOOKED_AT)) {
    const { locked, why } = await bookableQuote(ctx, asked, card._id, row.mode)
    const quote = locked && !why ? await quoteById(ctx.db, search.id, locked.id) : null
    const body = quote && priceWithCarried(quote.body as QuoteBody, promo).body
    if (body && minor(body.total) <= getDaySums(row).total_minor)
      found.push({ ...card, price: body.total, deposit: body.deposit })
    if (found.length === MOST) break
  }
  return found
}
