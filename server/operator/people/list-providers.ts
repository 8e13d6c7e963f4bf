import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { providersPage } from './people-queries.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'
import { presentProvider } from './present-provider.ts'

/** Providers, newest first. */
export async function listProviders(
  ctx: Context,
  input: InputOf<typeof operatorPeople.providers>,
): Promise<OutputOf<typeof operatorPeople.providers>> {
  const { page, nextCursor } = paged(await providersPage(ctx.db, { ...input, after: readCursor(input.cursor, uuids) }))
  return { providers: page.map(presentProvider), nextCursor }
}
