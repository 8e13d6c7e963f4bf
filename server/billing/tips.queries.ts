import type { Selectable } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

type TipRow = Selectable<DB['tip']>

export const findTip = (db: Db, appointmentId: string): Promise<TipRow | undefined> =>
  db.selectFrom('tip').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst()

export const findTipById = (db: Db, id: string): Promise<TipRow | undefined> =>
  db.selectFrom('tip').selectAll().where('id', '=', id).executeTakeFirst()

export const saveTip = (
  db: Db,
  row: { appointment_id: string; amount_minor: Minor; created_at: Date },
): Promise<TipRow | undefined> =>
  db
    .insertInto('tip')
    .values(row)
    .onConflict((oc) =>
      oc.column('appointment_id').doUpdateSet({ amount_minor: row.amount_minor }).where('tip.paid_at', 'is', null),
    )
    .returningAll()
    .executeTakeFirst()

export const payTip = async (db: Db, id: string, amountMinor: Minor, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('tip')
      .set({ paid_at: now, amount_minor: amountMinor })
      .where('id', '=', id)
      .where('paid_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n
