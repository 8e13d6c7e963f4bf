import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { toContainsPattern, fetchSortedPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

// Matches phone numbers by digits without leading zero, since formats vary.
const orNumbered = (text: string) => {
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : ''
  return digits.length < 6 ? sql`` : sql`or a.mobile like ${toContainsPattern(digits)}`
}
const tagged = (tag: string) =>
  sql<boolean>`exists (select from operator_tag t where t.tag = ${tag} and (t.account_id = a.id or t.provider_id = p.id))`

const people = (db: Db) =>
  db
    .selectFrom('account as a')
    .leftJoin('provider as p', 'p.account_id', 'a.id')
    .where('a.deleted_at', 'is', null)
    .select([
      'a.id',
      'a.name',
      'a.email',
      'a.mobile',
      'a.roles',
      'a.duties',
      'a.email_verified_at',
      'a.suspended_at',
      'a.suspended_reason',
      'a.created_at',
      'a.sample',
      'p.slug',
      (eb) =>
        eb
          .selectFrom('session')
          .select((s) => s.fn.max('last_seen_at').as('seen'))
          .whereRef('session.account_id', '=', 'a.id')
          .where('session.actor_id', 'is', null)
          .as('last_seen_at'),
    ])
export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

export const fetchPeople = (
  db: Db,
  {
    text,
    role,
    state,
    tag,
    ...page
  }: {
    text?: string | undefined
    role?: string | undefined
    state?: string | undefined
    tag?: string | undefined
    sort?: 'joined' | '-joined' | 'name' | '-name' | undefined
  } & PageRequest,
): Promise<Page<PersonRow>> =>
  fetchSortedPage(
    people(db)
      .$if(Boolean(text), (q) =>
        q.where(
          sql<boolean>`(lower(a.name || ' ' || a.email::text) like ${toContainsPattern(text ?? '')} ${orNumbered(text ?? '')})`,
        ),
      )
      .$if(tag !== undefined, (q) => q.where(tagged(tag ?? '')))
      .$if(role !== undefined, (q) => q.where(sql<boolean>`a.roles @> array[${role}]::text[]`))
      .$if(state === 'suspended', (q) => q.where('a.suspended_at', 'is not', null))
      .$if(state === 'active', (q) => q.where('a.suspended_at', 'is', null)),
    page,
    {
      orders: {
        joined: [{ by: sql`a.created_at`, type: 'timestamptz' }],
        name: [{ by: sql`lower(a.name)`, type: 'text' }],
      },
      usual: '-joined',
      id: 'a.id',
    },
  )

export const findPersonById = (db: Db, id: string): Promise<PersonRow | undefined> =>
  people(db).where('a.id', '=', id).executeTakeFirst()

export const listSignIns = (db: Db, id: string) =>
  db
    .selectFrom('sign_in')
    .leftJoin('account as actor', 'actor.id', 'sign_in.actor_id')
    .select([
      'sign_in.at',
      'sign_in.how',
      'sign_in.succeeded',
      'sign_in.device',
      'sign_in.network',
      'actor.name as actor',
    ])
    .where('sign_in.account_id', '=', id)
    .orderBy('sign_in.at', 'desc')
    .limit(50)
    .execute()

export const listDevicesOf = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['device', 'network', 'last_seen_at'])
    .where('account_id', '=', id)
    .where('actor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(50)
    .execute()

export const getPersonCounts = async (db: Db, id: string): Promise<{ searches: number; providerId: string | null }> => {
  const searches = await db
    .selectFrom('search')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', id)
    .executeTakeFirst()
  const provider = await db.selectFrom('provider').select('id').where('account_id', '=', id).executeTakeFirst()
  return { searches: Number(searches?.n ?? 0), providerId: provider?.id ?? null }
}

const providers = (db: Db) =>
  db
    .selectFrom('provider as p')
    .leftJoin('media as face', 'face.id', 'p.profile_media_id')
    .leftJoin('account as a', 'a.id', 'p.account_id')
    .select([
      'p.id',
      'p.slug',
      'p.name',
      'p.state',
      'p.country_code',
      'p.area',
      'p.city',
      'p.account_id',
      'p.review_count',
      'p.review_sum',
      'p.booking_count',
      'p.instant_booking',
      'p.featured',
      'p.featured_until',
      'p.created_at',
      'p.approved_at',
      'p.sample',
      'p.bio',
      'face.id as face_id',
      'face.alt as face_alt',
      'face.file as face_file',
    ])
export type ProviderRow = Awaited<ReturnType<ReturnType<typeof providers>['execute']>>[number]

const providerOrders = {
  joined: [{ by: sql`p.created_at`, type: 'timestamptz' }],
  name: [{ by: sql`lower(p.name)`, type: 'text' }],
  bookings: [{ by: sql`p.booking_count`, type: 'bigint' }],
  reviews: [{ by: sql`p.review_count`, type: 'bigint' }],
} as const
type ProviderSort = keyof typeof providerOrders

export const fetchProviders = (
  db: Db,
  {
    text,
    state,
    countryCode,
    tag,
    ...page
  }: {
    text?: string | undefined
    state?: string | undefined
    countryCode?: string | undefined
    tag?: string | undefined
    sort?: ProviderSort | `-${ProviderSort}` | undefined
  } & PageRequest,
): Promise<Page<ProviderRow>> =>
  fetchSortedPage(
    providers(db)
      .$if(Boolean(text), (q) =>
        q.where(
          sql<boolean>`lower(p.name || ' ' || p.slug || ' ' || p.area || ' ' || p.city) like ${toContainsPattern(text ?? '')}`,
        ),
      )
      .$if(state !== undefined, (q) => q.where('p.state', '=', state ?? ''))
      .$if(countryCode !== undefined, (q) => q.where('p.country_code', '=', countryCode ?? ''))
      .$if(tag !== undefined, (q) => q.where(tagged(tag ?? ''))),
    page,
    { orders: providerOrders, usual: '-joined', id: 'p.id' },
  )

export const findListedProvider = (db: Db, id: string): Promise<ProviderRow | undefined> =>
  providers(db).where('p.id', '=', id).executeTakeFirst()

export const listPrices = (db: Db, id: string) =>
  db
    .selectFrom('provider_service')
    .select(['service_id', 'status', 'cost_minor'])
    .where('provider_id', '=', id)
    .orderBy('service_id')
    .execute()

export const listRounds = (db: Db, id: string) =>
  db
    .selectFrom('verification as v')
    .leftJoin('account as decider', 'decider.id', 'v.decided_by')
    .select(['v.round', 'v.submitted_at', 'v.decision', 'v.decided_at', 'v.note', 'decider.name as decided_by'])
    .where('v.provider_id', '=', id)
    .orderBy('v.round', 'desc')
    .execute()
