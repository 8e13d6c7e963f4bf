import { type Insertable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type ConversationParties = { searchId: string; accountId: string; providerId: string }

const between = (db: Db, { searchId, accountId, providerId }: ConversationParties) =>
  db
    .updateTable('conversation')
    .where('search_id', '=', searchId)
    .where('account_id', '=', accountId)
    .where('provider_id', '=', providerId)

/** The database function uses its own lock order and continues earlier questions. */
const opened = async (
  db: Db,
  all: readonly ConversationParties[],
  now: Date,
  contacts: boolean,
): Promise<(ConversationParties & { id: string })[]> => {
  const of = (part: keyof ConversationParties) => sql.val(all.map((one) => one[part]))
  const { rows } = await sql<
    ConversationParties & { id: string }
  >`select id, search_id as "searchId", account_id as "accountId", provider_id as "providerId"
    from open_conversations(${of('searchId')}::text[], ${of('accountId')}::uuid[], ${of('providerId')}::uuid[], ${now}::timestamptz, ${contacts})`.execute(
    db,
  )
  return rows
}

export const reopenConversation = async (db: Db, between: ConversationParties, now: Date): Promise<string> => {
  const [row] = await opened(db, [between], now, false)
  if (!row) throw new Error(`no conversation about ${between.searchId}`)
  return row.id
}

export const setConversationState = async (
  db: Db,
  who: ConversationParties,
  state: 'open' | 'closed',
): Promise<string | undefined> => (await between(db, who).set({ state }).returning('id').executeTakeFirst())?.id

export const closeById = (db: Db, id: string) =>
  db
    .updateTable('conversation')
    .set({ state: 'closed' })
    .where('id', '=', id)
    .returning(['account_id', 'provider_id'])
    .executeTakeFirst()

export const getConversationKey = ({ searchId, accountId, providerId }: ConversationParties): string =>
  `${searchId} ${accountId} ${providerId}`

export const openWithContacts = async (
  db: Db,
  all: readonly ConversationParties[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await opened(db, all, now, true)
  return new Map(rows.map((row) => [getConversationKey(row), row.id]))
}

export const insertMessages = (db: Db, rows: readonly Insertable<DB['message']>[]) =>
  db
    .insertInto('message')
    .values([...rows])
    .execute()

export const insertMessage = async (db: Db, row: Insertable<DB['message']>): Promise<number> =>
  Number((await db.insertInto('message').values(row).returning('id').executeTakeFirstOrThrow()).id)

export const listMessagesBetween = async (
  db: Db,
  { searchId, accountId, providerId }: ConversationParties,
): Promise<{ side: string; text: string; at: Date }[]> => {
  const newest = await db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.side', 'message.text', 'message.at'])
    .where('conversation.search_id', '=', searchId)
    .where('conversation.account_id', '=', accountId)
    .where('conversation.provider_id', '=', providerId)
    .where('message.text', '<>', '')
    .where('message.side', 'in', ['customer', 'provider'])
    .orderBy('message.id', 'desc')
    .limit(500)
    .execute()
  return newest.reverse() as { side: string; text: string; at: Date }[]
}

export const findAccountOfProvider = async (db: Db, providerId: string): Promise<string | null> =>
  (await db.selectFrom('provider').select('account_id').where('id', '=', providerId).executeTakeFirst())?.account_id ??
  null

/** Finds it by id, or by the hash of an older key. */
export const findAppointmentOfSheet = async (db: Db, of: { id: string | null; hash: Buffer }): Promise<string | null> =>
  (
    await db
      .selectFrom('appointment')
      .select('id')
      .where(of.id === null ? 'share_key_hash' : 'id', '=', of.id === null ? of.hash : of.id)
      .where('share_ended', '=', false)
      .executeTakeFirst()
  )?.id ?? null

export const hasSearched = async (db: Db, visitor: Buffer): Promise<boolean> =>
  (await db.selectFrom('search').select('id').where('visitor_hash', '=', visitor).limit(1).executeTakeFirst()) !==
  undefined

export const listBlocksBetween = async (
  db: Db,
  accountId: string,
  providerId: string,
): Promise<('customer' | 'provider')[]> =>
  (
    await db
      .selectFrom('block')
      .select('by')
      .where('account_id', '=', accountId)
      .where('provider_id', '=', providerId)
      .execute()
  ).map(({ by }) => by as 'customer' | 'provider')

/** Returns whether a session is valid and the browser has its secret. */
export const isSessionActive = async (db: Db, sessionId: string, secret: Buffer, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select('session.id')
    .where('session.id', '=', sessionId)
    .where('session.secret_hash', '=', secret)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('account.suspended_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const findTalk = async (
  db: Db,
  conversationId: string,
  accountId: string,
): Promise<{ searchId: string | null; providerId: string; side: 'customer' | 'provider' } | null> => {
  const row = await db
    .selectFrom('conversation')
    .innerJoin('provider', 'provider.id', 'conversation.provider_id')
    .select([
      'conversation.search_id',
      'conversation.provider_id',
      'conversation.account_id',
      'provider.account_id as artist',
    ])
    .where('conversation.id', '=', conversationId)
    .executeTakeFirst()
  if (!row || (row.account_id !== accountId && row.artist !== accountId)) return null
  return {
    searchId: row.search_id,
    providerId: row.provider_id,
    side: row.account_id === accountId ? 'customer' : 'provider',
  }
}

export const findConversationId = async (
  db: Db,
  { searchId, accountId, providerId }: ConversationParties,
): Promise<string | null> =>
  (
    await db
      .selectFrom('conversation')
      .select('id')
      .where('search_id', '=', searchId)
      .where('account_id', '=', accountId)
      .where('provider_id', '=', providerId)
      .executeTakeFirst()
  )?.id ?? null
