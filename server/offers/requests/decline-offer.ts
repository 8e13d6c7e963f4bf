import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { takeBack } from './take-back.ts'

type Answer = OutputOf<typeof requests.withdraw>

/** Says no to the offer that stands. */
export const declineOffer = (ctx: Context, { requestId }: InputOf<typeof requests.declineOffer>): Promise<Answer> =>
  takeBack(ctx, requestId, 'offer')
