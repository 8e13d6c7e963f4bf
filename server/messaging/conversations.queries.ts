import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { fetchOrderedPage, fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'
import type { DB } from '#db/schema.generated.ts'

export type MessageRow = Selectable<DB['message']>
export type ConversationSide = 'customer' | 'provider'

const conversations = (db: Db) =>
  db
    .selectFrom('conversation as c')
    .leftJoin('search as s', 's.id', 'c.search_id')
    .innerJoin('provider as p', 'p.id', 'c.provider_id')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .leftJoin('media as m', 'm.id', 'p.profile_media_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('message')
          .select([
            'message.id as last_id',
            'message.side as last_side',
            'message.kind as last_kind',
            'message.text as last_text',
            'message.slots as last_slots',
            'message.files as last_files',
          ])
          .whereRef('message.conversation_id', '=', 'c.id')
          .orderBy('message.id', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select([
      'c.id',
      'c.search_id',
      'c.account_id',
      'c.provider_id',
      'c.state',
      'c.contacts_open_at',
      'c.asked_at',
      'c.replied_at',
      'c.last_at',
      sql<string | null>`s.event_date::text`.as('event_date'),
      's.area',
      's.details',
      sql<
        string | null
      >`coalesce((select x.event from appointment x where x.search_id = c.search_id and x.provider_id = c.provider_id order by x.booked_at desc limit 1), s.details->>'event')`.as(
        'event',
      ),
      'p.name as provider_name',
      'p.slug as provider_slug',
      'p.account_id as provider_account',
      'a.name as customer_name',
      'm.id as media_id',
      'm.alt as media_alt',
      'm.file as media_file',
      'last_id',
      'last_side',
      'last_kind',
      'last_text',
      'last_slots',
      'last_files',
      sql<
        string[]
      >`array(select b.by from block b where b.account_id = c.account_id and b.provider_id = c.provider_id)`.as(
        'blocked_by',
      ),
    ])

export type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversations>['execute']>>[number] & {
  unread?: number
}

const unreadBy = (
  side: ConversationSide,
) => sql<number>`(select count(*)::int from message x where x.conversation_id = c.id and x.side <> ${side}
  and x.id > coalesce((select r.read_id from conversation_side r where r.conversation_id = c.id and r.side = ${side}), 0))`

export const fetchConversations = (
  db: Db,
  accountId: string,
  side: ConversationSide,
  page: PageRequest,
): Promise<Page<ConversationRow & { unread: number }>> =>
  fetchPage(
    conversations(db)
      .select(unreadBy(side).as('unread'))
      .where(side === 'customer' ? 'c.account_id' : 'p.account_id', '=', accountId),
    page,
    { at: 'c.last_at', id: 'c.id' },
  ) as never

export const findConversationById = (db: Db, id: string): Promise<ConversationRow | undefined> =>
  conversations(db).where('c.id', '=', id).executeTakeFirst()

export const countUnreadMessages = async (db: Db, conversationId: string, side: ConversationSide): Promise<number> =>
  (
    await db
      .selectFrom('conversation as c')
      .select(unreadBy(side).as('n'))
      .where('c.id', '=', conversationId)
      .executeTakeFirst()
  )?.n ?? 0

/** Counts the unread messages of all conversations of a side, as the list shows them for each. */
export const countAllUnreadMessages = async (db: Db, accountId: string, side: ConversationSide): Promise<number> =>
  (
    await db
      .selectFrom('conversation as c')
      .innerJoin('provider as p', 'p.id', 'c.provider_id')
      .select(sql<number>`coalesce(sum(${unreadBy(side)}), 0)::int`.as('n'))
      .where(side === 'customer' ? 'c.account_id' : 'p.account_id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).n

export const fetchMessages = (
  db: Db,
  conversationId: string,
  before: number | null,
  size: number,
): Promise<Page<MessageRow>> =>
  fetchOrderedPage(
    db
      .selectFrom('message')
      .selectAll()
      .where('conversation_id', '=', conversationId)
      .$if(before !== null, (q) => q.where('id', '<', before ?? 0))
      .orderBy('id', 'desc'),
    size,
    ({ id }) => String(id),
  )

export const lockConversation = (db: Db, id: string) =>
  db.selectFrom('conversation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** One statement for low latency. */
export const writeMessage = (db: Db, row: Insertable<DB['message']>): Promise<MessageRow> =>
  db
    .with('written', (cte) => cte.insertInto('message').values(row).returningAll())
    .with('first', (cte) =>
      cte
        .updateTable('conversation as c')
        .from('written as w')
        .set((eb) => ({ last_at: eb.ref('w.at') }))
        .whereRef('c.id', '=', 'w.conversation_id'),
    )
    .selectFrom('written')
    .selectAll()
    .executeTakeFirstOrThrow()

export const findMessageByKey = (
  db: Db,
  conversationId: string,
  side: ConversationSide,
  key: string,
): Promise<MessageRow | undefined> =>
  db
    .selectFrom('message')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('side', '=', side)
    .where('key', '=', key)
    .executeTakeFirst()

/** The position never decreases or exceeds the newest message. Returns whether it advanced. */
export async function saveRead(
  db: Db,
  conversationId: string,
  side: ConversationSide,
  messageId: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ further: boolean }>`
    with before as (
      select coalesce((select read_id from conversation_side where conversation_id = ${conversationId} and side = ${side}), 0) as read_id
    ), reach as (
      select least(${messageId}::bigint, coalesce(max(id), 0)) as id from message where conversation_id = ${conversationId}
    ), kept as (
      insert into conversation_side as r (conversation_id, side, read_id, read_at, seen_at)
      select ${conversationId}, ${side}, greatest(before.read_id, reach.id), ${now}, ${now} from before, reach
      on conflict (conversation_id, side) do update set seen_at = excluded.seen_at,
        read_at = case when excluded.read_id > r.read_id then excluded.read_at else r.read_at end,
        read_id = greatest(r.read_id, excluded.read_id)
    )
    select reach.id > before.read_id as further from before, reach`.execute(db)
  return rows[0]?.further ?? false
}

export const findSideState = (db: Db, conversationId: string, side: ConversationSide) =>
  db
    .selectFrom('conversation_side')
    .select(['read_id', 'read_at', 'seen_at'])
    .where('conversation_id', '=', conversationId)
    .where('side', '=', side)
    .executeTakeFirst()

export const insertBlock = (
  db: Db,
  row: { account_id: string; provider_id: string; by: ConversationSide; created_at: Date },
) =>
  db
    .insertInto('block')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .execute()

export const deleteBlock = (db: Db, row: { account_id: string; provider_id: string; by: ConversationSide }) =>
  db
    .deleteFrom('block')
    .where('account_id', '=', row.account_id)
    .where('provider_id', '=', row.provider_id)
    .where('by', '=', row.by)
    .execute()

/** Returns false if that side has a pending report. */
export const insertConversationReport = async (
  db: Db,
  row: { conversation_id: string; by_account: string; by_side: ConversationSide; reason: string; created_at: Date },
): Promise<boolean> =>
  Boolean(
    await db
      .insertInto('report')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst(),
  )

type Untold = { conversation_id: string; side: ConversationSide; ids: number[]; text: string; pictures: number }

/**
 * Returns unread messages older than a time without a notification, by conversation and sender, with the first line of
 * the oldest.
 */
export const listUnnotifiedMessages = async (db: Db, before: Date): Promise<Untold[]> =>
  (
    await sql<Untold>`
  select m.conversation_id, m.side, array_agg(m.id order by m.id) as ids, (array_agg(m.text order by m.id))[1] as text, (array_agg(cardinality(m.files) order by m.id))[1] as pictures
  from message m left join conversation_side r on r.conversation_id = m.conversation_id and r.side <> m.side
  where m.told_at is null and m.side <> 'system' and m.id > coalesce(r.read_id, 0)
  group by m.conversation_id, m.side having min(m.at) <= ${before} order by min(m.at) limit 200`.execute(db)
  ).rows

/** Returns the messages that were not marked before. */
export const markTold = async (db: Db, ids: readonly number[], now: Date): Promise<number[]> =>
  (
    await db
      .updateTable('message')
      .set({ told_at: now })
      .where('id', 'in', ids)
      .where('told_at', 'is', null)
      .returning('id')
      .execute()
  ).map(({ id }) => Number(id))

export const listOperators = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'country_code'])
    .where(sql<boolean>`'operator' = any(roles)`)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()

/** Returns the reader of a side, unless active in the conversation since a time. */
export const findAwayReader = (
  db: Db,
  conversationId: string,
  side: ConversationSide,
  accountId: string,
  since: Date,
): ReturnType<typeof findReader> =>
  reader(db, accountId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('conversation_side')
            .select('seen_at')
            .where('conversation_id', '=', conversationId)
            .where('side', '=', side)
            .where('seen_at', '>=', since),
        ),
      ),
    )
    .executeTakeFirst()

export const findReader = (db: Db, accountId: string) => reader(db, accountId).executeTakeFirst()

const reader = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'country_code'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
