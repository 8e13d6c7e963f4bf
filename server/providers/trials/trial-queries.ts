import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'

/** Returns the services of a provider, each with its trial if one is offered. */
export const trialsOf = (db: Db, providerId: string) =>
  db
    .selectFrom('provider_service as p')
    .innerJoin('service as s', 's.id', 'p.service_id')
    .leftJoin('provider_trial as t', (join) =>
      join.onRef('t.provider_id', '=', 'p.provider_id').onRef('t.service_id', '=', 'p.service_id'),
    )
    .where('p.provider_id', '=', providerId)
    .select([
      's.id as serviceId',
      's.label',
      't.cost_minor',
      't.minutes',
      't.deducted',
      't.with_test',
      't.hours',
      't.months',
    ])
    .orderBy('s.position')
    .execute()

type NewTrial = {
  service_id: string
  cost_minor: Minor
  minutes: number
  deducted: boolean
  with_test: boolean
  hours: number
  months: number
}

/** Replaces the trials that a provider offers. */
export async function putTrials(db: Db, providerId: string, rows: readonly NewTrial[]): Promise<void> {
  await db.deleteFrom('provider_trial').where('provider_id', '=', providerId).execute()
  if (rows.length > 0)
    await db
      .insertInto('provider_trial')
      .values(rows.map((row) => ({ provider_id: providerId, ...row })))
      .execute()
}

/** Returns the trials that a provider offers for these services, in the order of the catalogue. */
export const trialsFor = (db: Db, providerId: string, serviceIds: readonly string[]) =>
  db
    .selectFrom('provider_trial as t')
    .innerJoin('service as s', 's.id', 't.service_id')
    .innerJoin('provider_service as p', (join) =>
      join.onRef('p.provider_id', '=', 't.provider_id').onRef('p.service_id', '=', 't.service_id'),
    )
    .where('t.provider_id', '=', providerId)
    .where('p.status', '=', 'active')
    .where(sql<boolean>`t.service_id = any(${sql.val([...serviceIds])}::text[])`)
    .select([
      't.service_id',
      's.label',
      't.cost_minor',
      't.minutes',
      't.deducted',
      't.with_test',
      't.hours',
      't.months',
    ])
    .orderBy('s.position')
    .execute()
export type OfferedTrialRow = Awaited<ReturnType<typeof trialsFor>>[number]
