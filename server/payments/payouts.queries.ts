import type { Minor } from '#contract/money.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { GatewayName, PayoutRow } from './payments.queries.ts'

type NewPayout = {
  provider_id: string
  country_code: string
  currency: string
  amount_minor: Minor
  gateway: GatewayName
  created_at: Date
}

export const insertPayout = (db: Db, row: NewPayout): Promise<PayoutRow | undefined> =>
  db
    .insertInto('payout')
    .values(row)
    .onConflict((oc) => oc.columns(['provider_id', 'currency']).where(sql<boolean>`state = 'queued'`).doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<PayoutRow | undefined>

export const findPayoutById = (db: Db, id: string): Promise<PayoutRow | undefined> =>
  db.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst() as Promise<PayoutRow | undefined>
export const findPayoutByName = (db: Db, gateway: GatewayName, gatewayId: string): Promise<PayoutRow | undefined> =>
  db
    .selectFrom('payout')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('gateway_id', '=', gatewayId)
    .forUpdate()
    .executeTakeFirst() as Promise<PayoutRow | undefined>
export const lockPayout = (db: Db, id: string): Promise<PayoutRow | undefined> =>
  db.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<
    PayoutRow | undefined
  >
export const updatePayout = (db: Db, id: string, set: Partial<Selectable<DB['payout']>>) =>
  db
    .updateTable('payout')
    .set(set as never)
    .where('id', '=', id)
    .execute()

export const countPaidFor = async (db: Db, providerId: string, madeAt: Date): Promise<number> => {
  const {
    rows: [row],
  } = await sql<{ n: number }>`
    select count(distinct ref)::int as n from ledger_movement where provider_id = ${providerId} and kind = 'release' and at <= ${madeAt}
      and at > coalesce((select max(created_at) from payout where provider_id = ${providerId} and state in ('sent', 'paid') and created_at < ${madeAt}), '-infinity')`.execute(
    db,
  )
  return row?.n ?? 0
}
