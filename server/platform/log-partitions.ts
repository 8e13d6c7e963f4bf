import { type RawBuilder, sql } from 'kysely'
import { retryForLocks, SCHEMA_LOCK_MS } from '#db/postgres/lock-retries.ts'
import type { Db } from '#db/database.ts'
import type { Context } from './context.ts'

/** Logs that are partitioned by time. Those kept for days have a partition for each day, the others for each month. */
const logs = {
  audit: { column: 'at', period: 'month' },
  outbox: { column: 'created_at', period: 'month' },
  sign_in: { column: 'at', period: 'day' },
  live_event: { column: 'at', period: 'day' },
} as const
export type Log = keyof typeof logs

const PERIODS_AHEAD = 2

/**
 * Creates the partitions of the next two days or months. The current period needs none: without one, its rows are in
 * the default partition. A lock is waited for one second and then tried again, because all writers queue behind it.
 */
export async function createLogPartitions(ctx: Context): Promise<void> {
  for (const [log, { period }] of Object.entries(logs))
    for (let ahead = 1; ahead <= PERIODS_AHEAD; ahead++) {
      const [since, until] = [startOfPeriod(ctx.now, period, ahead), startOfPeriod(ctx.now, period, ahead + 1)]
      await retryForLocks(() =>
        ctx.transaction(async ({ db }) => {
          await limitLockWait(db)
          await sql`call create_log_partition(${log}, ${since}, ${until})`.execute(db)
        }),
      )
    }
}

const startOfPeriod = (now: Date, period: 'day' | 'month', ahead: number): Date =>
  period === 'month'
    ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
    : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ahead))

const limitLockWait = (db: Db) => sql`select set_config('lock_timeout', ${String(SCHEMA_LOCK_MS)}, true)`.execute(db)

/**
 * Deletes the rows of a log that are older than `before`, except those that `isKept` selects by the alias `e`. A
 * partition is dropped when its whole period is past, so rows stay up to a day or a month longer; its kept rows move to
 * the default partition. Only in the default partition and in that of the rows before the first period, rows are
 * deleted one by one. `beforeDrop` gets the name of each partition that is dropped. Call it in a transaction; it fails
 * if a lock is not free within a second.
 */
export async function purgeLog(
  db: Db,
  log: Log,
  { before, isKept, beforeDrop }: { before: Date; isKept: RawBuilder<boolean>; beforeDrop?: (name: string) => unknown },
): Promise<void> {
  await limitLockWait(db)
  const { rows: past } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${log}::regclass and substr(obj_description(c.oid, 'pg_class'), 7)::timestamptz <= ${before}`.execute(
    db,
  )
  for (const { name } of past) {
    await sql`alter table ${sql.table(log)} detach partition ${sql.table(name)}`.execute(db)
    await beforeDrop?.(name)
    await sql`insert into ${sql.table(log)} select e.* from ${sql.table(name)} e where ${isKept}`.execute(db)
    await sql`drop table ${sql.table(name)}`.execute(db)
  }
  const { rows: mixed } = await sql<{ name: string }>`
    select relname as name from pg_class where oid in (to_regclass(${`${log}_default`}), to_regclass(${`${log}_before`}))`.execute(
    db,
  )
  for (const { name } of mixed)
    await sql`delete from ${sql.table(name)} e where ${sql.ref(`e.${logs[log].column}`)} < ${before} and not (${isKept})`.execute(
      db,
    )
}
