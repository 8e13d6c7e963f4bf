import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { fetchProviders } from './people-queries.ts'
import { presentProvider } from './present-provider.ts'

/** Providers, newest first. */
export async function listProviders(
  ctx: Context,
  input: InputOf<typeof operatorPeople.providers>,
): Promise<OutputOf<typeof operatorPeople.providers>> {
  const { rows, nextCursor } = await fetchProviders(ctx.db, input)
  return { providers: rows.map(presentProvider), nextCursor }
}
