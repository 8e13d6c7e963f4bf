import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { fetchSortedPage, type Page, type PageRequest } from '#server/platform/pagination.ts'

type AccessFilter = {
  accountId?: string | undefined
  operatorId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'date' | '-date' | undefined
}

const entries = (db: Db) =>
  db
    .selectFrom('access_log as e')
    .leftJoin('account as operator', 'operator.id', 'e.operator_id')
    .select([
      'e.id',
      'e.at as instant',
      'e.operator_id',
      'operator.name as operator',
      'e.what',
      'e.subject_id',
      'e.account_ids',
      'e.network',
      'e.device',
    ])
export type AccessRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

export const fetchAccessEntries = (
  db: Db,
  { accountId, operatorId, from, to, ...page }: AccessFilter & PageRequest,
): Promise<Page<AccessRow>> =>
  fetchSortedPage(
    entries(db)
      .$if(accountId !== undefined, (q) => q.where(sql<boolean>`e.account_ids @> array[${accountId}]::uuid[]`))
      .$if(operatorId !== undefined, (q) => q.where('e.operator_id', '=', operatorId ?? ''))
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

export const listNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (!ids.length) return new Map()
  const rows = await db.selectFrom('account').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
