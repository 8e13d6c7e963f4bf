import { sql } from 'kysely'
import type { StorySubject } from '#contract/operator/hub.ts'
import type { Db } from '#db/database.ts'
import { toContainsPattern, fetchSortedPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

export const getServiceCounts = async (
  db: Db,
): Promise<{ services: Map<string, number>; markets: Map<string, number> }> => {
  const services = await db
    .selectFrom('provider_service')
    .select(['service_id', (eb) => eb.fn.countAll<number>().as('n')])
    .where('status', '=', 'active')
    .groupBy('service_id')
    .execute()
  const markets = await db
    .selectFrom('provider')
    .select(['country_code', (eb) => eb.fn.countAll<number>().as('n')])
    .where('state', '=', 'approved')
    .groupBy('country_code')
    .execute()
  return {
    services: new Map(services.map((s) => [s.service_id, Number(s.n)])),
    markets: new Map(markets.map((m) => [m.country_code, Number(m.n)])),
  }
}

const reviews = (db: Db) =>
  db
    .selectFrom('review as r')
    .innerJoin('provider as p', 'p.id', 'r.provider_id')
    .select([
      'r.id',
      'r.author',
      'r.score',
      'r.event',
      'r.comments',
      'r.reply',
      'r.created_at',
      'r.hidden_at',
      'r.hidden_reason',
      'r.sample',
      'p.id as provider_id',
      'p.slug',
      'p.name',
    ])
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['execute']>>[number]

export const fetchReviews = (
  db: Db,
  {
    text,
    score,
    state,
    accountId,
    providerId,
    ...page
  }: StorySubject & {
    text?: string | undefined
    score?: number | undefined
    state?: string | undefined
    sort?: 'date' | '-date' | 'score' | '-score' | undefined
  } & PageRequest,
): Promise<Page<ReviewRow>> =>
  fetchSortedPage(
    reviews(db)
      .$if(Boolean(text), (q) =>
        q.where(sql<boolean>`lower(r.author || ' ' || r.comments) like ${toContainsPattern(text ?? '')}`),
      )
      .$if(accountId !== undefined, (q) => q.where('r.account_id', '=', accountId ?? ''))
      .$if(providerId !== undefined, (q) => q.where('r.provider_id', '=', providerId ?? ''))
      .$if(score !== undefined, (q) => q.where('r.score', '=', score ?? 0))
      .$if(state === 'removed', (q) => q.where('r.hidden_at', 'is not', null))
      .$if(state === 'shown', (q) => q.where('r.hidden_at', 'is', null)),
    page,
    {
      orders: {
        date: [{ by: sql`r.created_at`, type: 'timestamptz' }],
        score: [{ by: sql`r.score`, type: 'bigint' }],
      },
      usual: '-date',
      id: 'r.id',
      idType: 'bigint',
    },
  )

export const findReviewById = (db: Db, id: number): Promise<ReviewRow | undefined> =>
  reviews(db).where('r.id', '=', id).executeTakeFirst()
