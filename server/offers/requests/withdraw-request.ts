import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { takeBack } from './take-back.ts'

type Answer = OutputOf<typeof requests.withdraw>

/** Takes a request back; an offer that stands is declined with it. */
export const withdrawRequest = (ctx: Context, { requestId }: InputOf<typeof requests.withdraw>): Promise<Answer> =>
  takeBack(ctx, requestId, 'any')
