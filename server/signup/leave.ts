import type { OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import { numberOf, pathOf, titleOf } from '#contract/signup/signup-steps.ts'
import { findAccount, makeLink } from '#server/accounts/index.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf, readStanding } from './standing.ts'
import { takeReturnMail } from './queries.ts'
import { nextStep } from './steps.ts'

const DAY_MS = 86_400_000

/** Mails whoever stops a link to carry on by, at most once a day. */
export async function leave(ctx: Context): Promise<OutputOf<typeof signup.leave>> {
  const catalog = await catalogOf(ctx.database)
  const sender = await senderOf(ctx)
  const accountId = callerOf(ctx)
  return ctx.once(async (ctx) => {
    const { standing, progress } = await readStanding(ctx.db, catalog, accountId)
    const account = await findAccount(ctx.db, accountId)
    if (!account) throw new Refusal('not_found')
    const step = nextStep(standing)
    const unfinished = progress.state === null || progress.state === 'draft'
    const sent = unfinished && (await takeReturnMail(ctx.db, accountId, ctx.now, new Date(ctx.now.getTime() - DAY_MS)))
    if (sent) {
      const path = pathOf(step, standing.categoryId) ?? '/signup/profile/register'
      const { token } = await makeLink(ctx, {
        purpose: 'provider_link',
        accountId,
        email: account.email,
        detail: { path },
      })
      const to = { email: account.email, name: account.name, accountId, country: account.country_code }
      await notify(ctx, sender, {
        kind: 'signup.unfinished',
        to,
        values: { n: numberOf(step), step: titleOf(step) },
        path: `/login/provider/${token}`,
      })
    }
    return { sent, step: numberOf(step) }
  })
}
