import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#db/database.ts'

/** What an artist sells together, in their order, with what it is called. */
export const packagesOf = (db: Db, providerId: string) =>
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

/** Takes away all but these; their words go with them. */
export const keepPackages = (db: Db, providerId: string, ids: readonly string[]) =>
  db
    .deleteFrom('package')
    .where('provider_id', '=', providerId)
    .where(sql<boolean>`id <> all(${sql.val([...ids])}::uuid[])`)
    .execute()

export type PackageChange = { position: number; cost_minor: Minor; service_ids: string[]; counts: number[] }

/** Writes a package, a new one where it has no id yet; answers its id. */
export async function putPackage(db: Db, providerId: string, id: string | null, row: PackageChange): Promise<string> {
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
