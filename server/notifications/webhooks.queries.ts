import type { WebhookEvent } from '#contract/notifications/webhooks.ts'
import type { Db } from '#db/database.ts'

export const findProviderId = async (db: Db, accountId: string): Promise<string | null> =>
  (await db.selectFrom('provider').select('id').where('account_id', '=', accountId).executeTakeFirst())?.id ?? null

export type Owner = { column: 'provider_id' | 'partner_id'; id: string }

export const findPartnerById = (db: Db, id: string) =>
  db.selectFrom('partner').select(['name', 'email', 'ended_at']).where('id', '=', id).executeTakeFirst()

export const listWebhooksOf = (db: Db, { column, id }: Owner) =>
  db.selectFrom('webhook').selectAll().where(column, '=', id).orderBy('created_at', 'desc').orderBy('id').execute()
export type WebhookRow = Awaited<ReturnType<typeof listWebhooksOf>>[number]

export const findWebhook = (db: Db, owner: Owner, id: string) =>
  db.selectFrom('webhook').selectAll().where(owner.column, '=', owner.id).where('id', '=', id).executeTakeFirst()

export const listWebhooksById = (db: Db, ids: readonly string[]) =>
  db.selectFrom('webhook').selectAll().where('id', 'in', ids).execute()

export async function lockAndCountWebhooks(db: Db, owner: Owner): Promise<number> {
  const table = owner.column === 'provider_id' ? 'provider' : 'partner'
  await db.selectFrom(table).select('id').where('id', '=', owner.id).forUpdate().execute()
  return (await listWebhooksOf(db, owner)).length
}

export const insertWebhook = (
  db: Db,
  { column, id }: Owner,
  row: { url: string; events: WebhookEvent[]; created_at: Date },
) =>
  db
    .insertInto('webhook')
    .values({ ...row, [column]: id })
    .onConflict((oc) => oc.columns([column, 'url']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateWebhook = (
  db: Db,
  owner: Owner,
  id: string,
  change: { events?: WebhookEvent[]; paused?: 'by_owner' | null },
) =>
  db
    .updateTable('webhook')
    .set(change)
    .where(owner.column, '=', owner.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const rotateWebhookSecret = (db: Db, owner: Owner, id: string) =>
  db
    .updateTable('webhook')
    .set((of) => ({ secret_no: of('secret_no', '+', 1) }))
    .where(owner.column, '=', owner.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const pauseUnanswered = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db
    .updateTable('webhook')
    .set({ paused: 'unanswered' })
    .where('id', '=', id)
    .where('paused', 'is', null)
    .returningAll()
    .executeTakeFirst()

export async function deleteWebhook(db: Db, owner: Owner, id: string): Promise<WebhookRow | undefined> {
  const gone = await db
    .deleteFrom('webhook')
    .where(owner.column, '=', owner.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (gone) await db.deleteFrom('outbox').where('channel', '=', 'webhook').where('address', '=', id).execute()
  return gone
}

const delivered = ['id', 'kind', 'state', 'attempts', 'created_at', 'sent_at', 'next_at', 'error', 'body'] as const

export const listDeliveriesOf = (db: Db, webhookId: string, limit: number) =>
  db
    .selectFrom('outbox')
    .select(delivered)
    .where('channel', '=', 'webhook')
    .where('address', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveriesOf>>[number]

export const insertPing = (db: Db, row: { address: string; body: string; message_id: string; now: Date }) =>
  db
    .insertInto('outbox')
    .values({
      channel: 'webhook',
      kind: 'ping',
      subject: 'ping',
      address: row.address,
      body: row.body,
      message_id: row.message_id,
      next_at: row.now,
      created_at: row.now,
    })
    .returning(delivered)
    .executeTakeFirstOrThrow()

/** Makes a delivery due with new retries. Returns undefined if it is already pending. */
export const markDeliveryDue = (db: Db, webhookId: string, id: string, now: Date) =>
  db
    .updateTable('outbox')
    .set({
      state: 'waiting',
      attempts: 0,
      next_at: now,
      sent_at: null,
      given_up_at: null,
      error: '',
      claimed_until: null,
    })
    .where('channel', '=', 'webhook')
    .where('address', '=', webhookId)
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .returning(delivered)
    .executeTakeFirst()

export const isDeliveryKnown = async (db: Db, webhookId: string, id: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('outbox')
      .select('id')
      .where('channel', '=', 'webhook')
      .where('address', '=', webhookId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
