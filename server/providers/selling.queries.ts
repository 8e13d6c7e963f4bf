import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { Minor } from '#contract/money.ts'

export const setShares = (db: Db, providerId: string, items: readonly { id: string; share: number | null }[]) =>
  sql`update provider_service ps set deposit_share = given.share
    from unnest(${sql.val(items.map(({ id }) => id))}::text[], ${sql.val(items.map(({ share }) => share))}::int[]) as given(service_id, share)
    where ps.provider_id = ${providerId} and ps.service_id = given.service_id`.execute(db)

const lowerColumns = [
  'kind',
  'percent',
  'weekdays',
  'from_minute',
  'to_minute',
  'first_day',
  'last_day',
  'within_days',
] as const
export type LowerRow = Pick<Selectable<DB['lower_price']>, (typeof lowerColumns)[number]>

export const listLowerPrices = (db: Db, providerId: string): Promise<LowerRow[]> =>
  db.selectFrom('lower_price').select(lowerColumns).where('provider_id', '=', providerId).orderBy('id').execute()

export async function replaceLowerPrices(db: Db, providerId: string, rows: readonly LowerRow[]): Promise<void> {
  await db.deleteFrom('lower_price').where('provider_id', '=', providerId).execute()
  if (rows.length === 0) return
  await db
    .insertInto('lower_price')
    .values(rows.map((row) => ({ provider_id: providerId, ...row })))
    .execute()
}

export const listPackages = (db: Db, providerId: string) =>
  db
    .selectFrom('package as k')
    .innerJoin('own_words as w', 'w.package_id', 'k.id')
    .select([
      'k.id',
      'k.cost_minor',
      'k.service_ids',
      'k.counts',
      'w.title',
      'w.words',
      'w.asked_title',
      'w.asked_words',
      'w.sent_back',
    ])
    .where('k.provider_id', '=', providerId)
    .orderBy('k.position')
    .execute()

export const deleteOtherPackages = (db: Db, providerId: string, ids: readonly string[]) =>
  db
    .deleteFrom('package')
    .where('provider_id', '=', providerId)
    .where(sql<boolean>`id <> all(${sql.val([...ids])}::uuid[])`)
    .execute()

type PackageChange = { position: number; cost_minor: Minor; service_ids: string[]; counts: number[] }

export async function upsertPackage(
  db: Db,
  providerId: string,
  id: string | null,
  row: PackageChange,
): Promise<string> {
  if (id === null)
    return (
      await db
        .insertInto('package')
        .values({ provider_id: providerId, ...row })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await db.updateTable('package').set(row).where('id', '=', id).where('provider_id', '=', providerId).execute()
  return id
}

const addOns = (db: Db) => db.selectFrom('add_on as a').innerJoin('own_words as w', 'w.add_on_id', 'a.id')

export const addOnsOf = (db: Db, providerId: string) =>
  addOns(db)
    .select([
      'a.id',
      'a.service_id',
      'a.cost_minor',
      'a.minutes',
      'w.title',
      'w.words',
      'w.asked_title',
      'w.asked_words',
      'w.sent_back',
    ])
    .where('a.provider_id', '=', providerId)
    .orderBy('a.position')
    .execute()

export const addOnsFor = (db: Db, providerId: string, serviceIds: readonly string[]) =>
  addOns(db)
    .innerJoin('provider_service as s', (join) =>
      join.onRef('s.provider_id', '=', 'a.provider_id').onRef('s.service_id', '=', 'a.service_id'),
    )
    .select(['a.id', 'a.service_id', 'a.cost_minor', 'a.minutes', 'w.title', 'w.words'])
    .where('a.provider_id', '=', providerId)
    .where(sql<boolean>`a.service_id = any(${sql.val([...serviceIds])}::text[])`)
    .where('s.status', '=', 'active')
    .where('w.title', 'is not', null)
    .$narrowType<{ title: string }>()
    .orderBy('a.position')
    .execute()
export type ShownAddOn = Awaited<ReturnType<typeof addOnsFor>>[number]

export const deleteOtherAddOns = (db: Db, providerId: string, ids: readonly string[]) =>
  db
    .deleteFrom('add_on')
    .where('provider_id', '=', providerId)
    .where(sql<boolean>`id <> all(${sql.val([...ids])}::uuid[])`)
    .execute()

type AddOnChange = { position: number; service_id: string; cost_minor: Minor; minutes: number }

export async function upsertAddOn(db: Db, providerId: string, id: string | null, row: AddOnChange): Promise<string> {
  if (id === null)
    return (
      await db
        .insertInto('add_on')
        .values({ provider_id: providerId, ...row })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await db.updateTable('add_on').set(row).where('id', '=', id).where('provider_id', '=', providerId).execute()
  return id
}

export const listPatchTests = (db: Db, providerId: string) =>
  db
    .selectFrom('provider_service as p')
    .innerJoin('service as s', 's.id', 'p.service_id')
    .where('p.provider_id', '=', providerId)
    .select(['s.id as serviceId', 's.label', 'p.patch_test_minutes as minutes', 's.patch_test_minutes as everywhere'])
    .orderBy('s.position')
    .execute()

export async function replacePatchTests(
  db: Db,
  providerId: string,
  tests: readonly { serviceId: string; minutes: number }[],
): Promise<void> {
  await db
    .updateTable('provider_service')
    .set({ patch_test_minutes: null })
    .where('provider_id', '=', providerId)
    .where('patch_test_minutes', 'is not', null)
    .execute()
  for (const { serviceId, minutes } of tests)
    await db
      .updateTable('provider_service')
      .set({ patch_test_minutes: minutes })
      .where('provider_id', '=', providerId)
      .where('service_id', '=', serviceId)
      .execute()
}

export const listTrials = (db: Db, providerId: string) =>
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

export async function replaceTrials(db: Db, providerId: string, rows: readonly NewTrial[]): Promise<void> {
  await db.deleteFrom('provider_trial').where('provider_id', '=', providerId).execute()
  if (rows.length > 0)
    await db
      .insertInto('provider_trial')
      .values(rows.map((row) => ({ provider_id: providerId, ...row })))
      .execute()
}

export const listTrialsForServices = (db: Db, providerId: string, serviceIds: readonly string[]) =>
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
export type OfferedTrialRow = Awaited<ReturnType<typeof listTrialsForServices>>[number]
