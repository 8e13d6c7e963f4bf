import type { Insertable } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'

export type FeeRuleColumns = Insertable<DB['fee_rule']> & { first_on: string; reason: string }

const meets = rethrowConstraintAs('fee_rule_apart', 'fee_rules_meet')

/** Throws if the rule overlaps with one of the same scope. */
export const insertFeeRule = async (db: Db, row: FeeRuleColumns): Promise<string> =>
  (await db.insertInto('fee_rule').values(row).returning('id').executeTakeFirstOrThrow().catch(meets)).id

export const lockFeeRule = (db: Db, id: string) =>
  db.selectFrom('fee_rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const setLastDay = (db: Db, id: string, lastOn: string | null) =>
  db.updateTable('fee_rule').set({ last_on: lastOn }).where('id', '=', id).execute().catch(meets)

export const deleteFeeRule = (db: Db, id: string) => db.deleteFrom('fee_rule').where('id', '=', id).execute()
