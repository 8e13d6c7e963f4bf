import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownPatchTests } from '#contract/providers/patch-tests.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from '#server/providers/own-profile/own-profile.ts'
import { patchTestsOf, putPatchTests } from './patch-test-queries.ts'
import { showPatchTests } from './show-patch-tests.ts'

/** Says anew which of the caller's services need a patch test, and how long it takes. */
export async function setPatchTests(
  ctx: Context,
  { tests }: InputOf<typeof ownPatchTests.set>,
): Promise<OutputOf<typeof ownPatchTests.set>> {
  await changeOwn(ctx, async (inner, row) => {
    const before = await patchTestsOf(inner.db, row.id)
    tests.forEach(({ serviceId }, index) => {
      if (!before.some((one) => one.serviceId === serviceId))
        throw refuseField('unknown_service', `tests.${index}.serviceId`)
    })
    await putPatchTests(inner.db, row.id, tests)
    await record(inner, {
      act: 'provider.patch_tests',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: before.filter(({ minutes }) => minutes !== null),
      after: tests,
    })
  })
  return showPatchTests(ctx)
}
