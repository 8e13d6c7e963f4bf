import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import { buildFailedLatelyCondition } from '#server/payments/index.ts'
import {
  escapeLike,
  toContainsPattern,
  fetchSortedPage,
  type Page,
  type PageRequest,
} from '#server/platform/pagination.ts'

const notices = (db: Db) =>
  db
    .selectFrom('outbox')
    .select([
      'id',
      'account_id',
      'channel',
      'kind',
      'address',
      'subject',
      'state',
      'attempts',
      'error',
      'created_at',
      'next_at',
      'sent_at',
      'sample',
      'secret',
    ])
export type NoticeRow = Awaited<ReturnType<ReturnType<typeof notices>['execute']>>[number]

/** The newest notices, whose address and subject are searched for a text in the middle. */
const SCANNED = 10_000

/**
 * Finds notices to an address that begins with the text, notices to accounts with the text in their name or address, and
 * those of the newest that contain it. Each part has an index.
 */
const matchesText = (text: string) => sql<boolean>`(
  (channel = 'mail' and lower(address) like ${`${escapeLike(text.toLowerCase())}%`})
  or account_id = any(array(select id from account where lower(name || ' ' || email::text) like ${toContainsPattern(text)} limit 200))
  or (lower(address || ' ' || subject) like ${toContainsPattern(text)}
    and created_at >= coalesce((select created_at from outbox order by created_at desc offset ${SCANNED} limit 1), '-infinity')))`

// No index contains the state, which changes with each message that is sent.
const hasState = (state: string) =>
  sql<boolean>`(state = ${state} and ${
    state === 'waiting' || state === 'failed'
      ? sql`id in (select outbox_id from outbox_queue)`
      : state === 'given_up'
        ? sql`given_up_at is not null`
        : sql`true`
  })`

export const fetchNotices = (
  db: Db,
  {
    text,
    waysIn,
    state,
    channel,
    ...page
  }: {
    text?: string | undefined
    waysIn: boolean
    state?: string | undefined
    channel?: string | undefined
    sort?: 'date' | '-date' | undefined
  } & PageRequest,
): Promise<Page<NoticeRow>> =>
  fetchSortedPage(
    notices(db)
      .$if(Boolean(text), (q) => q.where(matchesText(text ?? '')))
      .$if(Boolean(text) && !waysIn, (q) =>
        q.where(sql<boolean>`(not secret or lower(address) like ${toContainsPattern(text ?? '')})`),
      )
      .$if(state !== undefined, (q) => q.where(hasState(state ?? '')))
      .$if(channel !== undefined, (q) => q.where('channel', '=', channel ?? '')),
    page,
    { orders: { date: [{ by: sql`created_at`, type: 'timestamptz' }] }, usual: '-date', id: 'id' },
  )

export const findNoticeRow = (db: Db, id: string): Promise<NoticeRow | undefined> =>
  notices(db).where('id', '=', id).executeTakeFirst()

export const getNoticeBody = (db: Db, id: string) =>
  db.selectFrom('outbox').select(['body', 'html']).where('id', '=', id).executeTakeFirstOrThrow()

type AuditFilter = {
  text?: string | undefined
  act?: string | undefined
  actorId?: string | undefined
  subjectId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'date' | '-date' | undefined
}

const entries = (db: Db) =>
  db
    .selectFrom('audit as e')
    .leftJoin('account as actor', 'actor.id', 'e.actor_id')
    .leftJoin('account as other', 'other.id', 'e.as_account_id')
    .select([
      'e.id',
      'e.at as instant',
      'e.actor_id',
      'actor.name as actor',
      'e.as_account_id',
      'other.name as other',
      'e.act',
      'e.subject_kind',
      'e.subject_id',
      'e.subject_name',
      'e.before',
      'e.after',
      'e.reason',
      'e.request_id',
    ])
export type AuditRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

export const fetchAuditEntries = (
  db: Db,
  { text, act, actorId, subjectId, from, to, ...page }: AuditFilter & PageRequest,
): Promise<Page<AuditRow>> =>
  fetchSortedPage(
    entries(db)
      .$if(Boolean(text), (q) =>
        q.where(
          sql<boolean>`lower(e.act || ' ' || e.subject_name || ' ' || e.reason) like ${toContainsPattern(text ?? '')}`,
        ),
      )
      .$if(Boolean(act), (q) =>
        act?.endsWith('.') ? q.where(sql<boolean>`starts_with(e.act, ${act})`) : q.where('e.act', '=', act ?? ''),
      )
      .$if(actorId !== undefined, (q) => q.where('e.actor_id', '=', actorId ?? ''))
      .$if(subjectId !== undefined, (q) => q.where('e.subject_id', '=', subjectId ?? ''))
      .$if(from !== undefined, (q) => q.where(sql<boolean>`e.at >= ${from}::date`))
      .$if(to !== undefined, (q) => q.where(sql<boolean>`e.at < ${to}::date + 1`)),
    page,
    {
      orders: { date: [{ by: sql`e.at`, type: 'timestamptz' }] },
      usual: '-date',
      id: 'e.id',
      idType: 'bigint',
    },
  )

export type JobRow = {
  name: string
  last: Date | null
  state: string | null
  seconds: number | null
  error: string
  waiting: number
}

export const listJobRuns = async (db: Db): Promise<JobRow[]> => {
  const {
    rows: [there],
  } = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`.execute(db)
  if (!there?.there) return []
  const { rows } = await sql<JobRow>`
    select distinct on (name) name, started_on as last, state::text as state, extract(epoch from completed_on - started_on)::float8 as seconds,
      coalesce(output ->> 'message', '') as error, (select count(*)::int from jobs.job w where w.name = job.name and w.state < 'active') as waiting
    from jobs.job where started_on is not null order by name, started_on desc`.execute(db)
  return rows
}

export const getOverviewCounts = async (db: Db, now: Date) => {
  // A day begins at the midnight of the artist's time zone. No day is longer than 25 hours.
  const isToday = (at: RawBuilder<unknown>, tz: RawBuilder<unknown>) =>
    sql<boolean>`(${at} > ${now}::timestamptz - interval '25 hours' and ${at} <= ${now}
      and (${at} at time zone ${tz})::date = (${now}::timestamptz at time zone ${tz})::date)`
  const {
    rows: [row],
  } = await sql<{
    waiting: number
    documents: number
    appeals: number
    words: number
    oldest: Date | null
    sent_back: number
    failing: number
    given_up: number
    people: number
    providers: number
    reports: number
    disputes: number
    refunds: number
    approvals: number
    alarms: number
    failed_payments: number
    booked_today: number
    takings: { currency: string; minor: Minor }[]
  }>`select
    (select count(*)::int from verification where decision is null) as waiting, (select count(*)::int from artist_document where state = 'pending' and purge_at is null) as documents,
    (select count(*)::int from own_words where asked_title is not null and sent_back is null) as words,
    (select count(*)::int from appeal where upheld is null and purge_at is null) as appeals, (select min(submitted_at) from verification where decision is null) as oldest,
    (select count(*)::int from provider where state = 'changes_requested') as sent_back,
    (select count(*)::int from outbox_queue q where (select o.state from outbox o where o.id = q.outbox_id) = 'failed') as failing,
    (select count(*)::int from outbox where state = 'given_up' and given_up_at is not null and created_at > ${new Date(now.getTime() - 7 * 86_400_000)}) as given_up,
    (select count(*)::int from account where deleted_at is null) as people, (select count(*)::int from provider where state = 'approved') as providers,
    (select count(*)::int from report where state = 'open') as reports, (select count(*)::int from dispute where state = 'open') as disputes, (select count(*)::int from refund where state = 'asked') as refunds,
    (select count(*)::int from approval where decided_at is null) as approvals, (select count(*)::int from alarm where seen_at is null) as alarms,
    (select count(*)::int from payment where ${buildFailedLatelyCondition(now)}) as failed_payments,
    (select count(*)::int from appointment where ${isToday(sql`booked_at`, sql`tz`)}) as booked_today,
    (select coalesce(json_agg(t), '[]') from (select currency, sum(amount_minor)::bigint as minor from payment left join provider on provider.id = payment.provider_id
      where payment.created_at > ${new Date(now.getTime() - 32 * 86_400_000)} and ${isToday(sql`captured_at`, sql`coalesce(provider.tz, 'UTC')`)} group by currency order by currency) t) as takings`.execute(
    db,
  )
  return row
}

/** Lists when settings with keys were changed and how many entries each has, without the keys. */
export const listKeySettings = async (
  db: Db,
  names: readonly string[],
): Promise<{ key: string; updated_at: Date; entries: number }[]> => {
  const { rows } = await sql<{ key: string; updated_at: Date; entries: number }>`
    select key, updated_at, case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) else 1 end as entries
    from setting where key = any(${sql.val([...names])}::text[])`.execute(db)
  return rows
}
