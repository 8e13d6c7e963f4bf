import { type RawBuilder, sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { StoryEntry, StoryKind } from '#contract/operator/story.ts'
import type { Db } from '#db/database.ts'
import { createPage, cursors, decodeCursor, encodeCursor, type Page, PAGE_SIZE } from '#server/platform/pagination.ts'

export type StoryIds = { accountId: string | null; providerId: string | null }

export const findPersonOfBoth = async (
  db: Db,
  { accountId, providerId }: StoryIds,
): Promise<{ account_id: string | null; provider_id: string | null; name: string } | undefined> =>
  accountId
    ? db
        .selectFrom('account')
        .leftJoin('provider', 'provider.account_id', 'account.id')
        .select(['account.id as account_id', 'provider.id as provider_id', 'account.name'])
        .where('account.id', '=', accountId)
        .where('account.deleted_at', 'is', null)
        .executeTakeFirst()
    : db
        .selectFrom('provider')
        .select(['account_id', 'id as provider_id', 'name'])
        .where('id', '=', providerId ?? '')
        .executeTakeFirst()

type StoryRow = {
  id: string
  at: string
  kind: StoryKind
  name: string
  what: string
  minor: Minor | null
  currency: string | null
  about: StoryEntry['about']
  ref_id: string | null
  with_id: string | null
}

type Part = {
  kind: StoryKind
  id: RawBuilder<unknown>
  at: RawBuilder<unknown>
  name?: RawBuilder<unknown>
  what?: RawBuilder<unknown>
  minor?: RawBuilder<unknown>
  currency?: RawBuilder<unknown>
  about?: StoryEntry['about']
  ref?: RawBuilder<unknown>
  with?: RawBuilder<unknown>
  from: RawBuilder<unknown>
}

// One extra row to detect a next page.
const READ_ROWS = PAGE_SIZE + 1
type StoryKey = [at: string, id: string]

// Reads each kind by its index, newest first, limited to one page.
function partOf(part: Part, after: StoryKey | null): RawBuilder<unknown> {
  const { kind, id, at, name, what, minor, currency, about, ref, from } = part
  const own = sql`(${sql.lit(`${kind}:`)} || ${id}::text) collate "C"`
  return sql`(select ${sql.lit(kind)} as kind, ${own} as id, ${at} as moment, coalesce((${name ?? sql`''`})::text, '') as name,
    coalesce((${what ?? sql`''`})::text, '') as what, (${minor ?? sql`null`})::bigint as minor, (${currency ?? sql`null`})::text as currency,
    ${about ? sql.lit(about) : sql`null`}::text as about, (${ref ?? sql`null`})::text as ref_id, (${part.with ?? sql`null`})::uuid as with_id
    from ${from} and ${at} is not null
    ${after ? sql`and ${at} <= ${after[0]}::timestamptz and (${at}, ${own}) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")` : sql``}
    order by ${at} desc, ${own} desc limit ${READ_ROWS})`
}

function partsOf(of: { accountId: string } | { providerId: string }, both: StoryIds): Part[] {
  const person = 'accountId' in of
  const mine = (table: string) =>
    person
      ? sql`${sql.ref(`${table}.account_id`)} = ${of.accountId}`
      : sql`${sql.ref(`${table}.provider_id`)} = ${of.providerId}`
  // The other party: the artist for a customer, the customer for an artist.
  const other = (table: string) =>
    person
      ? sql`(select p.name from provider p where p.id = ${sql.ref(`${table}.provider_id`)})`
      : sql`(select a.name from account a where a.id = ${sql.ref(`${table}.account_id`)})`
  const withWhom = (table: string) =>
    person
      ? sql`(select p.account_id from provider p where p.id = ${sql.ref(`${table}.provider_id`)})`
      : sql.ref(`${table}.account_id`)
  const subject = person ? sql`'account'` : sql`'provider'`
  const id = person ? of.accountId : of.providerId
  const shared: Part[] = [
    {
      kind: 'request',
      id: sql`r.id`,
      at: sql`r.created_at`,
      name: other('r'),
      what: sql`r.state`,
      with: withWhom('r'),
      from: sql`request r where ${mine('r')}`,
    },
    {
      kind: 'booking',
      id: sql`b.id`,
      at: sql`b.booked_at`,
      name: other('b'),
      what: sql`b.number || ' ' || b.event`,
      minor: sql`b.total_minor`,
      currency: sql`b.currency`,
      ref: sql`b.id`,
      with: withWhom('b'),
      from: sql`appointment b where ${mine('b')}`,
    },
    {
      kind: 'ended',
      id: sql`b.id`,
      at: sql`b.ended_at`,
      name: other('b'),
      what: sql`b.state`,
      ref: sql`b.id`,
      with: withWhom('b'),
      from: sql`appointment b where ${mine('b')}`,
    },
    {
      kind: 'payment',
      id: sql`m.id`,
      at: sql`m.captured_at`,
      name: other('m'),
      what: sql`m.description`,
      minor: sql`m.amount_minor`,
      currency: sql`m.currency`,
      ref: sql`m.id`,
      with: withWhom('m'),
      from: sql`payment m where m.state = 'captured' and ${mine('m')}`,
    },
    {
      kind: 'refund',
      id: sql`f.id`,
      at: sql`f.created_at`,
      name: other('m'),
      what: sql`f.reason`,
      minor: sql`f.amount_minor`,
      currency: sql`m.currency`,
      ref: sql`m.id`,
      with: withWhom('m'),
      from: sql`payment m join refund f on f.payment_id = m.id where ${mine('m')}`,
    },
    {
      kind: 'talk',
      id: sql`c.id`,
      at: sql`c.last_at`,
      name: other('c'),
      ref: sql`c.id`,
      with: withWhom('c'),
      from: sql`conversation c where ${mine('c')}`,
    },
    {
      kind: 'review',
      id: sql`v.id`,
      at: sql`v.created_at`,
      name: person ? other('v') : sql`v.author`,
      what: sql`v.score`,
      with: withWhom('v'),
      from: sql`review v where ${mine('v')}`,
    },
    {
      kind: 'report',
      id: sql`x.id`,
      at: sql`x.created_at`,
      name: other('c'),
      what: sql`x.reason`,
      about: 'conversation',
      ref: sql`x.id`,
      with: withWhom('c'),
      from: sql`conversation c join report x on x.conversation_id = c.id where ${mine('c')}`,
    },
    {
      kind: 'report',
      id: sql`x.id`,
      at: sql`x.created_at`,
      name: person ? other('v') : sql`v.author`,
      what: sql`x.reason`,
      about: 'review',
      ref: sql`x.id`,
      with: withWhom('v'),
      from: sql`review v join report x on x.review_id = v.id where ${mine('v')}`,
    },
    {
      kind: 'dispute',
      id: sql`d.id`,
      at: sql`d.created_at`,
      name: other('b'),
      what: sql`d.kind`,
      ref: sql`d.id`,
      with: withWhom('b'),
      from: sql`appointment b join dispute d on d.appointment_id = b.id where ${mine('b')}`,
    },
    {
      kind: 'document',
      id: sql`d.id`,
      at: sql`d.sent_at`,
      name: sql`d.kind`,
      what: sql`d.state`,
      ref: sql`d.id`,
      from: sql`artist_document d where d.provider_id = ${both.providerId} and d.purge_at is null`,
    },
    {
      kind: 'appeal',
      id: sql`l.id`,
      at: sql`l.sent_at`,
      name: sql`l.kind`,
      what: sql`case when l.upheld is null then 'waiting' when l.upheld then 'upheld' else 'dismissed' end`,
      ref: sql`l.id`,
      from: sql`appeal l where l.provider_id = ${both.providerId} and l.purge_at is null`,
    },
    {
      kind: 'note',
      id: sql`n.id`,
      at: sql`n.written_at`,
      name: sql`(select a.name from account a where a.id = n.written_by)`,
      what: sql`n.text`,
      from: sql`operator_note n where (n.account_id = ${both.accountId} or n.provider_id = ${both.providerId})`,
    },
    {
      kind: 'note',
      id: sql`n.id`,
      at: sql`n.written_at`,
      name: sql`(select a.name from account a where a.id = n.written_by)`,
      what: sql`n.text`,
      ref: sql`b.id`,
      with: withWhom('b'),
      from: sql`appointment b join operator_note n on n.appointment_id = b.id where ${mine('b')}`,
    },
    {
      kind: 'act',
      id: sql`e.id`,
      at: sql`e.at`,
      name: sql`(select a.name from account a where a.id = e.actor_id)`,
      what: sql`e.act || case when e.reason = '' then '' else ': ' || e.reason end`,
      from: sql`audit e where e.subject_kind = ${subject} and e.subject_id = ${id}::text`,
    },
  ]
  if (!person)
    return [
      ...shared,
      {
        kind: 'report',
        id: sql`x.id`,
        at: sql`x.created_at`,
        name: sql`o.name`,
        what: sql`x.reason`,
        about: 'outside',
        ref: sql`x.id`,
        // Writers of outside reviews have no account.
        from: sql`outside_review o join report x on x.outside_id = o.id where ${mine('o')}`,
      },
      {
        kind: 'payout',
        id: sql`o.id`,
        at: sql`o.created_at`,
        what: sql`o.state`,
        minor: sql`o.amount_minor`,
        currency: sql`o.currency`,
        from: sql`payout o where ${mine('o')}`,
      },
    ]
  return [
    ...shared,
    // Reports that the person made about others; reports about the person are above.
    {
      kind: 'report',
      id: sql`x.id`,
      at: sql`x.created_at`,
      name: sql`v.author`,
      what: sql`x.reason`,
      about: 'review',
      ref: sql`x.id`,
      with: sql`v.account_id`,
      from: sql`report x join review v on v.id = x.review_id where x.by_account = ${id} and v.account_id is distinct from ${id}`,
    },
    {
      kind: 'report',
      id: sql`x.id`,
      at: sql`x.created_at`,
      name: sql`o.name`,
      what: sql`x.reason`,
      about: 'outside',
      ref: sql`x.id`,
      from: sql`report x join outside_review o on o.id = x.outside_id where x.by_account = ${id}`,
    },
    {
      kind: 'search',
      id: sql`s.id`,
      at: sql`s.created_at`,
      name: sql`s.area`,
      what: sql`to_char(s.event_date, 'YYYY-MM-DD')`,
      from: sql`search s where ${mine('s')}`,
    },
    {
      kind: 'device',
      id: sql`d.id`,
      at: sql`d.created_at`,
      name: sql`d.network`,
      what: sql`d.device`,
      from: sql`session d where d.actor_id is null and ${mine('d')}`,
    },
    {
      kind: 'notice',
      id: sql`o.id`,
      at: sql`o.created_at`,
      name: sql`o.channel`,
      what: sql`case when o.secret then o.kind else coalesce(nullif(o.subject, ''), o.kind) end`,
      from: sql`outbox o where ${mine('o')}`,
    },
  ]
}

export const fetchStory = async (
  db: Db,
  {
    of,
    both,
    kind,
    cursor,
  }: {
    of: { accountId: string } | { providerId: string }
    both: StoryIds
    kind?: StoryKind | undefined
    cursor?: string | undefined
  },
): Promise<Page<StoryRow>> => {
  const after = decodeCursor(cursor, cursors.story)
  const parts = partsOf(of, both).filter((part) => kind === undefined || part.kind === kind)
  if (parts.length === 0) return { rows: [], nextCursor: null }
  const { rows } = await sql<StoryRow>`
    select id, to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, kind, name, what, minor, currency, about, ref_id, with_id
    from (${sql.join(
      parts.map((part) => partOf(part, after)),
      sql` union all `,
    )}) story
    order by moment desc, id desc limit ${READ_ROWS}`.execute(db)
  return createPage(rows, PAGE_SIZE, ({ at, id }) => encodeCursor([at, id]))
}

export const findConversationPeople = (db: Db, conversationId: string) =>
  db
    .selectFrom('conversation as c')
    .innerJoin('provider as p', 'p.id', 'c.provider_id')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['c.account_id as customer_id', 'a.name as customer', 'p.account_id as provider_id', 'p.name as provider'])
    .where('c.id', '=', conversationId)
    .executeTakeFirst()

export const listLastMessages = async (db: Db, conversationId: string, limit: number) =>
  (
    await db
      .selectFrom('message')
      .select(['side', 'kind', 'text', 'files', 'at'])
      .where('conversation_id', '=', conversationId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).reverse()
