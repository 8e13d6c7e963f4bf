import { sql } from 'kysely'
import type { AccessKind } from '#contract/operator/access.ts'
import { raiseAlarm } from './alarms.ts'
import type { Context } from '#server/platform/context.ts'
import { formatNetwork } from '#server/platform/network.ts'
import { getSettingInTransaction } from '#server/platform/settings.ts'

const HOUR_MS = 3_600_000

/** Number of people that one operator may view within an hour before the others are alerted. */
export const BULK_FROM = 200
export const BULK_KEY = 'access.bulkFrom'

type Access = { what: AccessKind; subjectId?: string; of: readonly (string | null | undefined)[] }

/**
 * Logs that an operator has viewed data of these people, and raises an alarm above the hourly limit. Own data is not
 * logged.
 */
export async function recordAccess(ctx: Context, { what, subjectId = '', of }: Access): Promise<void> {
  const operator = ctx.viewer.actorId ?? ctx.viewer.accountId
  if (!operator) throw new Error(`the read of ${what} has no actor`)
  const accounts = [...new Set(of)].filter((id): id is string => Boolean(id) && id !== operator)
  if (!accounts.length && !subjectId) return
  await ctx.db
    .insertInto('access_log')
    .values({
      at: ctx.now,
      operator_id: operator,
      what,
      subject_id: subjectId,
      account_ids: accounts,
      network: formatNetwork(ctx.address),
      device: ctx.device,
      request_id: ctx.requestId,
    })
    .execute()
  const seen = await seenSince(ctx, operator, new Date(ctx.now.getTime() - HOUR_MS))
  const most = (await getSettingInTransaction<number>(ctx.db, BULK_KEY)) ?? BULK_FROM
  if (seen >= most) await raiseAlarm(ctx, { kind: 'access.bulk', subjectId: operator, values: { n: seen } })
}

async function seenSince({ db }: Context, operator: string, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct person)::int as n from access_log, unnest(account_ids) person
    where operator_id = ${operator} and at > ${since}`.execute(db)
  return rows[0]?.n ?? 0
}
