import { sql } from 'kysely'
import type { StorySubject } from '#contract/operator/hub.ts'
import type { Db } from '#db/database.ts'
import { fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

export const findReviewRecipients = (db: Db, id: number) =>
  db
    .selectFrom('review as r')
    .innerJoin('provider as p', 'p.id', 'r.provider_id')
    .leftJoin('account as w', (join) => join.onRef('w.id', '=', 'r.account_id').on('w.deleted_at', 'is', null))
    .leftJoin('appointment as a', 'a.id', 'r.appointment_id')
    .select([
      'p.slug',
      'p.country_code',
      'r.account_id',
      'r.created_at',
      'w.email',
      'w.name as writer',
      'w.country_code as writer_country',
      sql<string | null>`a.event_date::text`.as('event_date'),
    ])
    .where('r.id', '=', id)
    .executeTakeFirst()

type Settled = { outcome: string; by: string; now: Date }
const settled = ({ outcome, by, now }: Settled) => ({ state: 'settled', outcome, settled_by: by, settled_at: now })

export const settleReviewReports = (db: Db, reviewId: number, how: Settled) =>
  db.updateTable('report').set(settled(how)).where('review_id', '=', reviewId).where('state', '=', 'open').execute()

export const settleReport = (db: Db, id: string, how: Settled) =>
  db.updateTable('report').set(settled(how)).where('id', '=', id).execute()

const reports = (db: Db) =>
  db
    .selectFrom('report as x')
    .leftJoin('review as r', 'r.id', 'x.review_id')
    .leftJoin('outside_review as o', 'o.id', 'x.outside_id')
    .leftJoin('conversation as c', 'c.id', 'x.conversation_id')
    .leftJoin('provider as p', (join) =>
      join.on(sql<boolean>`p.id = coalesce(r.provider_id, o.provider_id, c.provider_id)`),
    )
    .leftJoin('account as a', 'a.id', 'c.account_id')
    .select([
      'x.id',
      'x.conversation_id',
      'x.review_id',
      'x.outside_id',
      'x.by_side',
      'x.reason',
      'x.state',
      'x.outcome',
      'x.settled_at',
      'x.created_at',
      sql<string | null>`coalesce(r.author, o.name)`.as('author'),
      'r.score',
      sql<string | null>`coalesce(r.comments, o.comments)`.as('comments'),
      sql<Date | null>`coalesce(r.hidden_at, o.hidden_at)`.as('hidden_at'),
      'p.id as provider_id',
      'p.name as provider_name',
      'c.account_id as customer_id',
      'a.name as customer_name',
    ])

export type ReportRow = Awaited<ReturnType<ReturnType<typeof reports>['execute']>>[number]

export const fetchReports = (
  db: Db,
  { state, accountId, providerId, ...page }: StorySubject & { state: 'open' | 'settled' | 'all' } & PageRequest,
): Promise<Page<ReportRow>> =>
  fetchPage(
    reports(db)
      .$if(state !== 'all', (q) => q.where('x.state', '=', state))
      .$if(accountId !== undefined, (q) =>
        q.where((eb) => eb.or([eb('c.account_id', '=', accountId ?? ''), eb('r.account_id', '=', accountId ?? '')])),
      )
      .$if(providerId !== undefined, (q) =>
        q.where((eb) =>
          eb.or([
            eb('c.provider_id', '=', providerId ?? ''),
            eb('r.provider_id', '=', providerId ?? ''),
            eb('o.provider_id', '=', providerId ?? ''),
          ]),
        ),
      ),
    page,
    { at: 'x.created_at', id: 'x.id' },
  )

export const findReportById = (db: Db, id: string): Promise<ReportRow | undefined> =>
  reports(db).where('x.id', '=', id).executeTakeFirst()

export const lockReport = (db: Db, id: string) =>
  db.selectFrom('report').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
