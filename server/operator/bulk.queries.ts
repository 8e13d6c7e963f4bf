import type { Db } from '#db/database.ts'

export const listTaggedPeople = async (db: Db, ids: readonly string[]) =>
  groupTags(
    await db
      .selectFrom('account as a')
      .leftJoin('provider as p', 'p.account_id', 'a.id')
      .where('a.id', 'in', ids)
      .where('a.deleted_at', 'is', null)
      .leftJoin('operator_tag as t', (join) =>
        join.on((eb) => eb.or([eb('t.account_id', '=', eb.ref('a.id')), eb('t.provider_id', '=', eb.ref('p.id'))])),
      )
      .select(['a.id', 'a.name', 't.tag'])
      .execute(),
  )

export const listTaggedProviders = async (db: Db, ids: readonly string[]) =>
  groupTags(
    await db
      .selectFrom('provider as p')
      .where('p.id', 'in', ids)
      .leftJoin('operator_tag as t', (join) =>
        join.on((eb) =>
          eb.or([eb('t.provider_id', '=', eb.ref('p.id')), eb('t.account_id', '=', eb.ref('p.account_id'))]),
        ),
      )
      .select(['p.id', 'p.name', 't.tag'])
      .execute(),
  )

function groupTags(rows: readonly { id: string; name: string; tag: string | null }[]) {
  const found = new Map<string, { id: string; name: string; tags: string[] }>()
  for (const { id, name, tag } of rows) {
    const one = found.get(id) ?? { id, name, tags: [] }
    if (tag) one.tags.push(tag)
    found.set(id, one)
  }
  return [...found.values()]
}

export const listFeatured = (db: Db, ids: readonly string[]) =>
  db.selectFrom('provider').select(['id', 'name', 'featured', 'featured_until']).where('id', 'in', ids).execute()

export const listReviewVisibility = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('review as r')
    .leftJoin('account as w', (join) => join.onRef('w.id', '=', 'r.account_id').on('w.deleted_at', 'is', null))
    .select(['r.id', 'r.author as name', 'r.hidden_at', 'w.email'])
    .where('r.id', 'in', ids)
    .execute()

const columns = ['id', 'account_id', 'act', 'value', 'changed', 'done_at', 'undone_at'] as const

export const insertBulk = (
  db: Db,
  row: {
    account_id: string
    act: string
    value: string | null
    reason: string
    changed: { id: string; before: string | null }[]
    done_at: Date
  },
) =>
  db
    .insertInto('bulk_act')
    .values({ ...row, changed: JSON.stringify(row.changed) })
    .returning(columns)
    .executeTakeFirstOrThrow()
export type BulkRow = Awaited<ReturnType<typeof insertBulk>>

export const lockBulk = (db: Db, id: string, accountId: string) =>
  db
    .selectFrom('bulk_act')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export const markUndone = (db: Db, id: string, now: Date) =>
  db.updateTable('bulk_act').set({ undone_at: now }).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const listBulksSince = (db: Db, accountId: string, since: Date) =>
  db
    .selectFrom('bulk_act')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('done_at', '>', since)
    .orderBy('done_at', 'desc')
    .limit(20)
    .execute()
