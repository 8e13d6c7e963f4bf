import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { suspendProvider } from '#server/providers/door.ts'
import { changeProvider } from './change-provider.ts'

/** Takes a profile out of searches. */
export const suspendProfile = (
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.suspendProvider>,
): Promise<OutputOf<typeof operatorPeople.suspendProvider>> =>
  changeProvider(ctx, providerId, (inner) => suspendProvider(inner, providerId, reason))
