import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import type { Context } from '#server/platform/context.ts'
import { featureProvider } from '#server/providers/index.ts'
import { changeProvider } from './change-provider.ts'

/** Marks a profile as Featured until a day, or no longer. */
export const featureProfile = (
  ctx: Context,
  { providerId, until, reason }: InputOf<typeof operatorPeople.feature>,
): Promise<OutputOf<typeof operatorPeople.feature>> =>
  changeProvider(ctx, providerId, (inner) => featureProvider(inner, providerId, until, reason))
