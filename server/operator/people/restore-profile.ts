import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { restoreProvider } from '#server/providers/index.ts'
import { changeProvider } from './change-provider.ts'

/** Puts a suspended profile back. */
export const restoreProfile = (
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.restoreProvider>,
): Promise<OutputOf<typeof operatorPeople.restoreProvider>> =>
  changeProvider(ctx, providerId, (inner) => restoreProvider(inner, providerId, reason))
