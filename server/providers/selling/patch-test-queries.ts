import type { Db } from '#db/database.ts'

/** The services that an artist offers, with the patch tests that they and the catalogue ask for. */
export const patchTestsOf = (db: Db, providerId: string) =>
  db
    .selectFrom('provider_service as p')
    .innerJoin('service as s', 's.id', 'p.service_id')
    .where('p.provider_id', '=', providerId)
    .select(['s.id as serviceId', 's.label', 'p.patch_test_minutes as minutes', 's.patch_test_minutes as everywhere'])
    .orderBy('s.position')
    .execute()

/** Asks for patch tests with just these of an artist's services. */
export async function putPatchTests(
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
