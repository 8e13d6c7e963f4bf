import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { cursors, decodeCursor, encodeCursor, fetchOrderedPage, type Page } from '#server/platform/pagination.ts'

export const findLatestRound = (db: Db, providerId: string) =>
  db
    .selectFrom('verification')
    .selectAll()
    .where('provider_id', '=', providerId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listRoundsOf = (db: Db, providerId: string) =>
  db
    .selectFrom('verification')
    .leftJoin('account', 'account.id', 'verification.decided_by')
    .select([
      'verification.id',
      'round',
      'submitted_at',
      'decision',
      'decided_at',
      'reasons',
      'note',
      'account.name as decided_by',
    ])
    .where('provider_id', '=', providerId)
    .orderBy('round', 'desc')
    .execute()

export const findRoundById = (db: Db, id: number) =>
  db.selectFrom('verification').selectAll().where('id', '=', id).executeTakeFirst()

export const findRoundCountry = (db: Db, id: number) =>
  db
    .selectFrom('verification as v')
    .innerJoin('provider as p', 'p.id', 'v.provider_id')
    .select('p.country_code')
    .where('v.id', '=', id)
    .executeTakeFirst()

export const insertRound = (
  db: Db,
  row: { provider_id: string; round: number; submitted_at: Date; fixed_steps: string[]; not_by?: string | null },
) => db.insertInto('verification').values(row).execute()

export const lockRound = async (db: Db, id: number) => {
  const round = await db.selectFrom('verification').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const provider =
    round &&
    (await db.selectFrom('provider').selectAll().where('id', '=', round.provider_id).forUpdate().executeTakeFirst())
  return round && provider ? { round, provider } : undefined
}

export const changeRound = (
  db: Db,
  id: number,
  change: {
    claimed_by?: string | null
    claimed_at?: Date | null
    checks?: string
    first_approval_by?: string
    first_approval_at?: Date
    decision?: string
    decided_by?: string
    decided_at?: Date
    reasons?: string
    note?: string
  },
) => db.updateTable('verification').set(change).where('id', '=', id).execute()

export const getQueueLength = async (db: Db): Promise<{ n: number; oldest: Date | null }> => {
  const row = await db
    .selectFrom('verification')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.min('submitted_at').as('oldest')])
    .where('decision', 'is', null)
    .executeTakeFirst()
  return { n: Number(row?.n ?? 0), oldest: row?.oldest ?? null }
}

export const listOperatorAccounts = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'country_code'])
    .where(sql<boolean>`'operator' = any(roles)`)
    .where('suspended_at', 'is', null)
    .execute()

type Tab = 'waiting' | 'sentBack' | 'done'

const rows = (db: Db) =>
  db
    .selectFrom('verification as v')
    .innerJoin('provider as p', 'p.id', 'v.provider_id')
    .leftJoin('account as claimer', 'claimer.id', 'v.claimed_by')
    .leftJoin('account as decider', 'decider.id', 'v.decided_by')
    .leftJoin('media as face', 'face.id', 'p.profile_media_id')
    .select([
      'v.id',
      'v.round',
      'v.submitted_at',
      'v.fixed_steps',
      'v.claimed_by',
      'v.claimed_at',
      'v.first_approval_by',
      'v.decision',
      'v.decided_at',
      'v.reasons',
      'p.id as provider_id',
      'p.slug',
      'p.name',
      'p.area',
      'p.city',
      'p.country_code',
      'p.state',
      'claimer.name as claimer',
      'decider.name as decider',
      'face.id as face_id',
      'face.alt as face_alt',
      'face.file as face_file',
      sql<boolean>`v.round > 1`.as('again'),
      'v.checks',
      sql<
        string[]
      >`array(select st.label from provider_service ps join service s on s.id = ps.service_id join service_type st on st.id = s.service_type_id
      where ps.provider_id = p.id and ps.status = 'active' group by st.label, st.position order by st.position)`.as(
        'services',
      ),
    ])

export type QueueRow = Awaited<ReturnType<typeof getQueueRow>>

export const getQueueRow = (db: Db, id: number) => rows(db).where('v.id', '=', id).executeTakeFirstOrThrow()

/** Waiting rounds: resubmissions first, then oldest. Decided rounds: newest first. */
export const fetchVerificationQueue = (
  db: Db,
  tab: Tab,
  { cursor, size }: { cursor?: string | undefined; size: number },
): Promise<Page<QueueRow>> => {
  const [isAgain, at, id] = decodeCursor(cursor, cursors.verification) ?? []
  if (tab === 'waiting') {
    const waiting = rows(db)
      .where('v.decision', 'is', null)
      .$if(at !== undefined, (query) =>
        query.where(
          sql<boolean>`(v.round = 1, v.submitted_at, v.id) > (${!isAgain}, ${at}::timestamptz, ${id}::bigint)`,
        ),
      )
      .orderBy(sql`v.round = 1`)
      .orderBy('v.submitted_at')
      .orderBy('v.id')
    return fetchOrderedPage(waiting, size, (row) => encodeCursor([row.again, row.submitted_at.toISOString(), row.id]))
  }
  const past = rows(db)
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(v.decided_at, v.id) < (${at}::timestamptz, ${id}::bigint)`),
    )
    .orderBy('v.decided_at', 'desc')
    .orderBy('v.id', 'desc')
  const ofTab =
    tab === 'done'
      ? past.where('v.decision', 'in', ['approved', 'rejected'])
      : past
          .where('v.decision', '=', 'changes_requested')
          .where('p.state', '=', 'changes_requested')
          .where(
            sql<boolean>`not exists (select 1 from verification later where later.provider_id = v.provider_id and later.round > v.round)`,
          )
  return fetchOrderedPage(ofTab, size, (row) =>
    encodeCursor([row.again, (row.decided_at ?? row.submitted_at).toISOString(), row.id]),
  )
}

export const getQueueCounts = async (db: Db): Promise<Record<Tab, number>> => {
  const {
    rows: [row],
  } = await sql<{ waiting: number; sent_back: number; done: number }>`select
    (select count(*) from verification where decision is null) as waiting,
    (select count(*) from provider where state = 'changes_requested') as sent_back,
    (select count(*) from verification where decision in ('approved', 'rejected')) as done`.execute(db)
  return { waiting: Number(row?.waiting ?? 0), sentBack: Number(row?.sent_back ?? 0), done: Number(row?.done ?? 0) }
}

export const findIdentityPicture = (db: Db, id: string) =>
  db
    .selectFrom('identity_picture')
    .innerJoin('provider', 'provider.id', 'identity_picture.provider_id')
    .select([
      'identity_picture.id',
      'kind',
      'file',
      'provider.id as provider_id',
      'provider.name',
      'provider.account_id',
    ])
    .where('identity_picture.id', '=', id)
    .where('purged_at', 'is', null)
    .executeTakeFirst()

/** Median seconds from submission to decision, over the newest 500 decisions; null if there are fewer than `least`. */
export const getMedianWait = async (db: Db, since: Date, least: number): Promise<number | null> => {
  const {
    rows: [row],
  } = await sql<{ n: number; middle: number | null }>`
    select count(*)::int as n, percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at))::float8 as middle
    from (select decided_at, submitted_at from verification where decision is not null and decided_at > ${since} order by decided_at desc limit 500) newest`.execute(
    db,
  )
  return row && row.n >= least ? row.middle : null
}
