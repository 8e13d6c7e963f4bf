import type { Minor } from '#contract/money.ts'
import { sql } from 'kysely'
import type { Whose } from '#contract/operator/hub.ts'
import type { Db } from '#db/database.ts'
import { type After, anywhere, pageRows, exactInstant, olderThan } from '#server/platform/pages-of.ts'

/** How many live providers offer each service, and how many there are in each market. */
export const serviceCounts = async (
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

/** How many prices of a category customers see, and how many of them another fee would change: the rule of the price page, in whole units. */
export const feeEffect = async (
  db: Db,
  categoryId: number,
  from: number,
  to: number,
): Promise<{ prices: number; changed: number }> => {
  const {
    rows: [row],
  } = await sql<{ prices: number; changed: number }>`
    select count(*)::int as prices,
      (count(*) filter (where (ps.cost_minor + 99 - ${from}::int) / (100 - ${from}::int) <> (ps.cost_minor + 99 - ${to}::int) / (100 - ${to}::int)))::int as changed
    from provider_service ps join service s on s.id = ps.service_id join provider p on p.id = ps.provider_id
    where ps.status = 'active' and s.category_id = ${categoryId} and p.state = 'approved'`.execute(db)
  return row ?? { prices: 0, changed: 0 }
}

/** The middle cost of the services that most providers of a category offer, market by market. */
export const usualCosts = (db: Db, categoryId: number) =>
  sql<{ service: string; country_code: string; cost_minor: Minor }>`
  select s.label as service, p.country_code, (percentile_disc(0.5) within group (order by ps.cost_minor))::int as cost_minor
  from provider_service ps join service s on s.id = ps.service_id join provider p on p.id = ps.provider_id
  where ps.status = 'active' and s.category_id = ${categoryId} and p.state = 'approved'
  group by s.label, p.country_code order by count(*) desc, s.label, p.country_code limit 8`
    .execute(db)
    .then(({ rows }) => rows)

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
      exactInstant('r.created_at').as('at'),
    ])
export type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['execute']>>[number]

/** A page of reviews, newest first, and one row more. */
export const reviewsPage = (
  db: Db,
  {
    text,
    score,
    state,
    accountId,
    providerId,
    after,
  }: Whose & { text?: string | undefined; score?: number | undefined; state?: string | undefined; after: After | null },
): Promise<ReviewRow[]> =>
  reviews(db)
    .$if(Boolean(text), (q) => q.where(sql<boolean>`lower(r.author || ' ' || r.comments) like ${anywhere(text ?? '')}`))
    .$if(accountId !== undefined, (q) => q.where('r.account_id', '=', accountId ?? ''))
    .$if(providerId !== undefined, (q) => q.where('r.provider_id', '=', providerId ?? ''))
    .$if(score !== undefined, (q) => q.where('r.score', '=', score ?? 0))
    .$if(state === 'removed', (q) => q.where('r.hidden_at', 'is not', null))
    .$if(state === 'shown', (q) => q.where('r.hidden_at', 'is', null))
    .where(olderThan('r.created_at', 'r.id', after, 'bigint'))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageRows + 1)
    .execute()

export const reviewById = (db: Db, id: number): Promise<ReviewRow | undefined> =>
  reviews(db).where('r.id', '=', id).executeTakeFirst()
