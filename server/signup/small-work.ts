import type { TestRig } from '#server/test-rig.ts'

/** Pictures of an applicant's work, as if they had been sent. */
export async function showWork({ database: { db } }: TestRig, accountId: string, n = 3): Promise<void> {
  const { id: provider_id } = await db
    .selectFrom('provider')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { id: album_id } = await db
    .insertInto('album')
    .values({ provider_id, title: 'My work', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('media')
    .values(
      Array.from({ length: n }, (_, position) => ({ provider_id, album_id, position, alt: 'Work', drawing: '{}' })),
    )
    .execute()
}
