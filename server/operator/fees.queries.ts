import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { FeeState } from '#contract/operator/fees.ts'
import type { Db } from '#db/database.ts'
import { toContainsPattern, fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

export type FeeScope = { countryCode: string | null; categoryId: number | null; providerId: string | null }

const rules = (db: Db) =>
  db
    .selectFrom('fee_rule as r')
    .leftJoin('provider as p', 'p.id', 'r.provider_id')
    .leftJoin('account as maker', 'maker.id', 'r.made_by')
    .selectAll('r')
    .select(['p.slug', 'p.name as artist', 'p.no', 'p.country_code as artist_country', 'maker.name as maker'])
export type FeeRow = Awaited<ReturnType<ReturnType<typeof rules>['execute']>>[number]

type FeeFilter = Partial<FeeScope> & { state?: FeeState; text?: string; today: string }

export const fetchFeeRules = (
  db: Db,
  { countryCode, categoryId, providerId, state, text, today }: FeeFilter,
  page: PageRequest,
): Promise<Page<FeeRow>> =>
  fetchPage(
    rules(db)
      .$if(countryCode != null, (q) => q.where('r.country_code', '=', countryCode ?? ''))
      .$if(categoryId != null, (q) => q.where('r.category_id', '=', categoryId ?? 0))
      .$if(providerId != null, (q) => q.where('r.provider_id', '=', providerId ?? ''))
      .$if(state === 'coming', (q) => q.where('r.first_on', '>', today))
      .$if(state === 'over', (q) => q.where('r.last_on', '<', today))
      .$if(state === 'now', (q) =>
        q
          .where('r.first_on', '<=', today)
          .where((eb) => eb.or([eb('r.last_on', 'is', null), eb('r.last_on', '>=', today)])),
      )
      .$if(Boolean(text), (q) =>
        q.where((eb) => {
          const like = toContainsPattern(text ?? '')
          return eb.or([
            eb(sql`lower(p.name)`, 'like', like),
            eb(sql`p.slug`, 'like', like),
            eb(sql`lower(r.reason)`, 'like', like),
          ])
        }),
      ),
    page,
    { at: 'r.created_at', id: 'r.id' },
  )

export const findFeeById = (db: Db, id: string): Promise<FeeRow | undefined> =>
  rules(db).where('r.id', '=', id).executeTakeFirst()

export type FeeEdges = { bookings: number[]; since: number[]; own: number[] }

const about = ({
  countryCode,
  categoryId,
  providerId,
}: FeeScope): RawBuilder<unknown> => sql`p.state = 'approved' and ps.status = 'active'
  and (${countryCode}::text is null or p.country_code = ${countryCode}) and (${categoryId}::int is null or s.category_id = ${categoryId})
  and (${providerId}::uuid is null or p.id = ${providerId})`

const since = sql`(coalesce(p.approved_at, p.created_at) at time zone 'UTC')::date - date '1970-01-01'`
const ofOffers = sql`from provider_service ps join service s on s.id = ps.service_id join provider p on p.id = ps.provider_id`
const lumps = ({ bookings, since: days, own }: FeeEdges) => sql`
  case when p.no = any(${own}::int[]) then p.no else 0 end as no, p.country_code,
  width_bucket(p.booking_count, ${bookings}::int[]) as by_bookings, width_bucket(${since}, ${days}::int[]) as by_since,
  min(p.booking_count)::int as bookings, min(${since})::int as since`

type Lump = { no: number; country_code: string; bookings: number; since: number }
type PriceLump = Lump & { category_id: number; cost_minor: Minor; prices: number }
type ArtistLump = Lump & { categories: number[]; artists: number }

/** Groups the prices in a rule's scope by equal cost and fee. */
export const listPriceLumps = async (db: Db, scope: FeeScope, edges: FeeEdges): Promise<PriceLump[]> =>
  (
    await sql<PriceLump>`
    select ${lumps(edges)}, s.category_id, ps.cost_minor, count(*)::int as prices
    ${ofOffers} where ${about(scope)} group by 1, 2, 3, 4, s.category_id, ps.cost_minor`.execute(db)
  ).rows

/** Groups the artists in a rule's scope by equal fees, with their categories. */
export const listArtistLumps = async (db: Db, scope: FeeScope, edges: FeeEdges): Promise<ArtistLump[]> =>
  (
    await sql<ArtistLump>`
    with one as (select p.id, array_agg(distinct s.category_id order by s.category_id) as categories ${ofOffers} where ${about(scope)} group by p.id)
    select ${lumps(edges)}, one.categories, count(*)::int as artists
    from one join provider p on p.id = one.id group by 1, 2, 3, 4, one.categories`.execute(db)
  ).rows

/** Returns the median cost of the most offered services in a rule's scope, by market. */
export const listUsualCosts = async (
  db: Db,
  scope: FeeScope,
): Promise<{ service: string; category_id: number; country_code: string; cost_minor: Minor }[]> =>
  (
    await sql<{ service: string; category_id: number; country_code: string; cost_minor: Minor }>`
    select s.label as service, s.category_id, p.country_code, (percentile_disc(0.5) within group (order by ps.cost_minor))::int as cost_minor
    ${ofOffers} where ${about(scope)}
    group by s.label, s.category_id, p.country_code order by count(*) desc, s.label, p.country_code limit 8`.execute(db)
  ).rows
