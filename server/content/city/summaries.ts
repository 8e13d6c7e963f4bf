import type { CustomerReview, ProviderSummary } from '#contract/content/content.ts'
import { toHundredths } from '#contract/format.ts'
import { coversApart } from '#contract/pictures/drawn.ts'
import type { Picture } from '#contract/values.ts'
import type { Database } from '#db/database.ts'
import type { Catalog } from '#server/catalog/index.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { type CardRow, cardRows, hasBadge, noPicture, pictureOf } from '#server/providers/index.ts'
import type { PraiseRow } from '#server/content/home/queries.ts'

type Ranked = {
  no: number
  featured: boolean
  review_count: number
  review_sum: number
  price_from: number | null
  /** The service of that price, by its number in the catalogue. */
  price_of: number
}
type Told = { now: Date; currency: (no: number) => string; bios: ReadonlyMap<number, string> }

/** A mean of reviews with two decimals, null without any. */
export const mean = (sum: number, count: number): number | null => (count > 0 ? toHundredths(sum / count) : null)

/** Artists as landing pages show them, in the given order, and a picture of each that their card does not show; who has gone meanwhile is left out. */
export async function artistCards(
  database: Database,
  catalog: Catalog,
  rows: readonly Ranked[],
  of: Told,
): Promise<{ shown: ProviderSummary[]; more: Picture[] }> {
  const cards = new Map(
    (
      await cardRows(
        database,
        rows.map((row) => row.no),
      )
    ).map((card) => [card.no, card]),
  )
  const told = rows.flatMap((row) => {
    const card = cards.get(row.no)
    if (!card) return []
    const market = catalog.markets.get(card.country_code)
    const [cover, ...others] = pictures(card)
    const shown: ProviderSummary = {
      _id: card.id,
      slug: card.slug,
      name: card.name,
      bio: of.bios.get(row.no) ?? '',
      area: card.area,
      profileImg: card.face ? pictureOf(card.face, 'square') : noPicture,
      coverImg: cover ?? noPicture,
      pictures: others.slice(0, 2),
      reviewScore: mean(row.review_sum, row.review_count),
      reviewCount: row.review_count,
      priceFrom: row.price_from,
      priceOf: catalog.servicesByNo.get(row.price_of)?.label ?? null,
      currency: of.currency(row.no),
      featured: row.featured,
      verified: market ? hasBadge(market.checks, card.held, todayIn(market.tz, of.now)) : false,
      skills: card.skills.slice(0, 2).map((id) => catalog.skills.get(id) ?? id),
    }
    return [{ shown, more: others[2] }]
  })
  return { shown: coversApart(told.map(({ shown }) => shown)), more: told.flatMap(({ more }) => more ?? []) }
}

// Somebody new has a face before they have albums.
const pictures = (card: CardRow) =>
  (card.media ?? (card.face ? [card.face] : [])).map((media) => pictureOf(media, 'wide'))

type Praised = Pick<PraiseRow, 'id' | 'no' | 'author' | 'score' | 'event' | 'comments' | 'place'>

/** Reviews as landing pages show them, each beside a picture of that artist's work. */
export async function praise(
  database: Database,
  rows: readonly Praised[],
): Promise<(CustomerReview & { event: string; place: string })[]> {
  const cards = new Map(
    (
      await cardRows(
        database,
        rows.map((row) => row.no),
      )
    ).map((card) => [card.no, card]),
  )
  return rows.map((row) => {
    const card = cards.get(row.no)
    const shown = card ? pictures(card) : []
    return {
      _id: String(row.id),
      comment: row.comments,
      customerName: row.author,
      reviewScore: row.score,
      event: row.event,
      place: row.place,
      coverImg: shown[1] ?? shown[0] ?? noPicture,
    }
  })
}
