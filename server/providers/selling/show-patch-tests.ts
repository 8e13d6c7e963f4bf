import type { OutputOf } from '#contract/endpoint.ts'
import type { ownPatchTests } from '#contract/providers/patch-tests.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { patchTestsOf } from './patch-test-queries.ts'

/** Which of the caller's services need a patch test before the day. */
export async function showPatchTests(ctx: Context): Promise<OutputOf<typeof ownPatchTests.show>> {
  const { id } = await ownProvider(ctx)
  return { services: await patchTestsOf(ctx.db, id) }
}
