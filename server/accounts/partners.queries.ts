import { sql } from 'kysely'
import type { PartnerScope } from '#contract/accounts/scopes.ts'
import type { Db } from '#db/database.ts'
import { toContainsPattern, fetchSortedPage, type PageRequest } from '#server/platform/pagination.ts'

const shown = (db: Db) =>
  db
    .selectFrom('partner')
    .select([
      'partner.id',
      'partner.slug',
      'partner.name',
      'partner.email',
      'partner.note',
      'partner.scopes',
      'partner.created_at',
      'partner.ended_at',
      sql<number>`(select count(*)::int from appointment a where a.partner_id = partner.id)`.as('bookings'),
    ])
export const findPartnerById = (db: Db, id: string) => shown(db).where('partner.id', '=', id).executeTakeFirst()
export type PartnerRow = NonNullable<Awaited<ReturnType<typeof findPartnerById>>>

export const lockPartner = (db: Db, id: string) => shown(db).where('partner.id', '=', id).forUpdate().executeTakeFirst()

export const fetchPartners = (
  db: Db,
  text: string | undefined,
  page: { sort?: 'since' | '-since' | 'name' | '-name' | undefined } & PageRequest,
) =>
  fetchSortedPage(
    shown(db).$if(Boolean(text), (q) =>
      q.where(
        sql<boolean>`lower(partner.name || ' ' || partner.slug || ' ' || partner.email) like ${toContainsPattern(text ?? '')}`,
      ),
    ),
    page,
    {
      orders: {
        since: [{ by: sql`partner.created_at`, type: 'timestamptz' }],
        name: [{ by: sql`lower(partner.name)`, type: 'text' }],
      },
      usual: '-since',
      id: 'partner.id',
    },
  )

type About = { name: string; email: string; note: string; scopes: PartnerScope[] }

export const insertPartner = (db: Db, row: About & { slug: string; created_at: Date }) =>
  db
    .insertInto('partner')
    .values(row)
    .onConflict((oc) => oc.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()

export const updatePartner = (db: Db, id: string, change: About | { ended_at: Date }) =>
  db.updateTable('partner').set(change).where('id', '=', id).execute()

const shownOfKey = [
  'id',
  'name',
  'begins',
  'scopes',
  'a_minute',
  'is_sandbox',
  'created_at',
  'last_used_at',
  'ends_at',
] as const

const standing = (db: Db, partnerId: string, now: Date) =>
  db
    .selectFrom('api_key')
    .select(shownOfKey)
    .where('partner_id', '=', partnerId)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))

export const listKeysOfPartner = (db: Db, partnerId: string, now: Date) =>
  standing(db, partnerId, now).orderBy('created_at', 'desc').orderBy('id').execute()
export type PartnerKeyRow = Awaited<ReturnType<typeof listKeysOfPartner>>[number]

export const findActiveKey = (db: Db, partnerId: string, id: string, now: Date) =>
  standing(db, partnerId, now).where('id', '=', id).executeTakeFirst()

export const insertPartnerKey = (
  db: Db,
  row: {
    partner_id: string
    name: string
    key_hash: Buffer
    begins: string
    scopes: PartnerScope[]
    a_minute: number
    is_sandbox: boolean
    created_at: Date
    ends_at: Date | null
  },
) => db.insertInto('api_key').values(row).returning(shownOfKey).executeTakeFirstOrThrow()

export const endKeyAt = (db: Db, id: string, at: Date) =>
  db
    .updateTable('api_key')
    .set((of) => ({ ends_at: of.fn<Date>('least', ['ends_at', sql`${at.toISOString()}::timestamptz`]) }))
    .where('id', '=', id)
    .returning(shownOfKey)
    .executeTakeFirstOrThrow()

export const endKeys = async (db: Db, partnerId: string, id: string | null, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('api_key')
      .set({ ended_at: now })
      .where('partner_id', '=', partnerId)
      .$if(id !== null, (q) => q.where('id', '=', id ?? ''))
      .where('ended_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n
