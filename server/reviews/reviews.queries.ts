import { type Insertable, type Selectable, sql } from 'kysely'
import type { Requester } from '#contract/search/search.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type ReviewRow = Selectable<DB['review']>
type CustomerReviewRow = Selectable<DB['customer_review']>

const appointments = (db: Db) =>
  db
    .selectFrom('appointment as a')
    .innerJoin('provider as p', 'p.id', 'a.provider_id')
    .innerJoin('search as s', 's.id', 'a.search_id')
    .leftJoin('account as c', 'c.id', 'a.account_id')
    .leftJoin('account as o', 'o.id', 'p.account_id')
    .leftJoin('media as m', 'm.id', 'p.profile_media_id')
    .select([
      'a.id',
      'a.state',
      'a.no_show_of',
      'a.account_id',
      'a.provider_id',
      'a.starts_at',
      'a.ends_at',
      'a.event',
      'a.place',
      'a.tz',
      'a.country_code',
      'a.requester',
      'a.sample',
      sql<string>`a.event_date::text`.as('event_date'),
      's.category_id',
      'p.name as provider_name',
      'p.slug',
      'p.account_id as provider_account',
      'm.id as media_id',
      'm.alt as media_alt',
      'm.file as media_file',
      'c.email as customer_email',
      'c.name as customer_name',
      'c.country_code as customer_country',
      'o.email as provider_email',
      'o.name as owner_name',
      'o.country_code as provider_country',
    ])

export type ReviewedAppointment = Omit<
  Awaited<ReturnType<ReturnType<typeof appointments>['executeTakeFirstOrThrow']>>,
  'requester'
> & { requester: Requester }

export const findReviewedAppointment = (db: Db, id: string): Promise<ReviewedAppointment | undefined> =>
  appointments(db).where('a.id', '=', id).executeTakeFirst() as unknown as Promise<ReviewedAppointment | undefined>

/** Lists appointments that have ended since a time and took place, with an invitation still to send. */
export const listEndedSince = (db: Db, since: Date, now: Date, limit: number): Promise<ReviewedAppointment[]> =>
  appointments(db)
    .where('a.state', 'in', ['booked', 'completed'])
    .where('a.ends_at', '<=', now)
    .where('a.ends_at', '>', since)
    .where(sql<boolean>`not exists (select from outbox_fact x where x.fact = 'review.invite provider ' || a.id)`)
    .orderBy('a.ends_at')
    .limit(limit)
    .execute() as unknown as Promise<ReviewedAppointment[]>

export const findReview = (db: Db, appointmentId: string): Promise<ReviewRow | undefined> =>
  db.selectFrom('review').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst()
export const findCustomerReview = (db: Db, appointmentId: string): Promise<CustomerReviewRow | undefined> =>
  db.selectFrom('customer_review').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst()
export const lockReview = (db: Db, id: number): Promise<ReviewRow | undefined> =>
  db.selectFrom('review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns undefined if the appointment has a review. */
export const insertReview = (db: Db, row: Insertable<DB['review']>): Promise<ReviewRow | undefined> =>
  db
    .insertInto('review')
    .values(row)
    .onConflict((oc) => oc.column('appointment_id').where('appointment_id', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
export const insertCustomerReview = (
  db: Db,
  row: Insertable<DB['customer_review']>,
): Promise<CustomerReviewRow | undefined> =>
  db
    .insertInto('customer_review')
    .values(row)
    .onConflict((oc) => oc.column('appointment_id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateReview = (
  db: Db,
  id: number,
  change: {
    score: number
    comments: string
    chips: string[]
    hair_tags: string[]
    media_ids: number[]
    edited_at: Date
  },
) => db.updateTable('review').set(change).where('id', '=', id).execute()
export const updateCustomerReview = (
  db: Db,
  id: number,
  change: { score: number; comments: string; edited_at: Date },
) => db.updateTable('customer_review').set(change).where('id', '=', id).execute()
export const setReply = (db: Db, id: number, change: { reply: string; replied_at?: Date; reply_edited_at?: Date }) =>
  db.updateTable('review').set(change).where('id', '=', id).execute()

export const listPicturesById = (db: Db, ids: readonly number[]) =>
  ids.length
    ? db.selectFrom('media').select(['id', 'alt', 'file', 'upload_id']).where('id', 'in', ids).execute()
    : Promise.resolve([])
export type ReportSubject = { review_id: number } | { outside_id: string }
export const insertReviewReport = (
  db: Db,
  row: ReportSubject & { by_account: string | null; reason: string; created_at: Date },
) => db.insertInto('report').values(row).execute()
export const openReports = async (db: Db, of: ReportSubject): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('report')
        .select(sql<number>`count(*)`.as('n'))
        .where((is) => ('review_id' in of ? is('review_id', '=', of.review_id) : is('outside_id', '=', of.outside_id)))
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()
    ).n,
  )
export const listOperators = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'country_code'])
    .where(sql<boolean>`'operator' = any(roles)`)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()

export const findWriter = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'country_code'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const setReviewHidden = (db: Db, id: number, hidden: { at: Date; reason: string; by: string } | null) =>
  db
    .updateTable('review')
    .set({ hidden_at: hidden?.at ?? null, hidden_reason: hidden?.reason ?? null, hidden_by: hidden?.by ?? null })
    .where('id', '=', id)
    .execute()
