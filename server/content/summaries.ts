import type { CustomerReview, ProviderSummary } from '#contract/content.ts'
import { unitsWithFee } from '#contract/price.ts'
import type { Database } from '#db/database.ts'
import type { Catalog } from '#server/catalog/door.ts'
import { type CardRow, cardRows, noPicture, pictureOf } from '#server/providers/door.ts'
import type { FeaturedRow, PraiseRow } from './queries.ts'

type Ranked = Pick<FeaturedRow, 'no' | 'featured' | 'review_count' | 'review_sum' | 'from_minor'>

/** A mean of reviews with two decimals, null without any. */
export const mean = (sum: number, count: number): number | null => (count > 0 ? Math.round((sum / count) * 100) / 100 : null)

/** Artists as landing pages show them, in the given order; who has gone meanwhile is left out. */
export async function summaries(database: Database, catalog: Catalog, rows: readonly Ranked[], of: { percent: number; currency: (no: number) => string }): Promise<ProviderSummary[]> {
  const cards = new Map((await cardRows(database, rows.map((row) => row.no))).map((card) => [card.no, card]))
  return rows.flatMap((row) => {
    const card = cards.get(row.no)
    if (!card) return []
    const [cover, ...more] = pictures(card)
    return [{
      _id: card.id, slug: card.slug, name: card.name, bio: '', area: card.area,
      profileImg: card.face ? pictureOf(card.face, 'square') : noPicture, coverImg: cover ?? noPicture, pictures: more.slice(0, 2),
      reviewScore: mean(row.review_sum, row.review_count), reviewCount: row.review_count,
      priceFrom: row.from_minor === null ? null : unitsWithFee(row.from_minor, of.percent), currency: of.currency(row.no),
      featured: row.featured, verified: true, skills: card.skills.slice(0, 2).map((id) => catalog.skills.get(id) ?? id),
    }]
  })
}

const pictures = (card: CardRow) => (card.media ?? []).map((media) => pictureOf(media, 'wide'))

/** Reviews as landing pages show them, each beside a picture of that artist's work. */
export async function praise(database: Database, rows: readonly PraiseRow[]): Promise<(CustomerReview & { event: string; place: string })[]> {
  const cards = new Map((await cardRows(database, rows.map((row) => row.no))).map((card) => [card.no, card]))
  return rows.map((row) => {
    const card = cards.get(row.no)
    const shown = card ? pictures(card) : []
    return {
      _id: String(row.id), comment: row.comments, customerName: row.author, reviewScore: row.score, event: row.event, place: row.place,
      coverImg: shown[1] ?? shown[0] ?? noPicture,
    }
  })
}
