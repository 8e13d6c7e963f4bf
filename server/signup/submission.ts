import type { OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import type { Context } from '#server/platform/context.ts'
import { lockProvider, setProviderState } from '#server/providers/index.ts'
import { duration } from '#contract/format.ts'
import { numberOf, pathOf, titleOf, workPictures } from '#contract/signup/signup-steps.ts'
import { acceptTerms, addressOf, findAccount, makeLink } from '#server/accounts/index.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { notify, type Sender, senderOf } from '#server/notifications/index.ts'
import { record } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf, nextStep, readStanding, stepsOf } from './signup.ts'
import { insertRound, operators, queueLength } from './verification.queries.ts'
import { takeReturnMail } from './signup.queries.ts'

/** Sends a finished profile to be checked by a person. */
export const submit = (ctx: Context): Promise<OutputOf<typeof signup.submit>> => submitProfile(ctx, 'draft')

/** Sends the caller's profile to be checked, from the state that it has to be in. */
async function submitProfile(ctx: Context, from: 'draft' | 'changes_requested') {
  const catalog = await catalogOf(ctx.database)
  const sender = await senderOf(ctx)
  const accountId = callerOf(ctx)
  return ctx.once(async (ctx) => {
    // Held, so that of two who submitProfile it at once one is late, and nobody else moves it meanwhile.
    await lockProvider(ctx.db, accountId)
    const { standing, progress } = await readStanding(ctx.db, catalog, accountId)
    const account = await findAccount(ctx.db, accountId)
    const { profile } = progress
    if (!account || !profile) throw new Refusal(account ? 'steps_missing' : 'not_found')
    const missing = stepsOf(standing)
      .filter(({ step, state }) => step !== 'submit' && state !== 'done')
      .map(({ step }) => step)
    if (profile.state !== from) throw new Refusal('state_changed')
    if (missing.length) throw new Refusal('steps_missing', { detail: { steps: missing } })
    if (!account.email_verified_at) throw new Refusal('email_unverified')
    // Whoever was checked before these were asked for is not asked now.
    const bare = workPictures - profile.pictures
    if (from === 'draft' && bare > 0) throw new Refusal('pictures_missing', { detail: { missing: bare } })

    await acceptTerms(ctx, accountId, 'submission')
    await insertRound(ctx.db, {
      provider_id: profile._id,
      round: progress.round + 1,
      submitted_at: ctx.now,
      fixed_steps: [...new Set(progress.sentBack.map(({ step }) => step))],
    })
    await setProviderState(ctx.db, profile._id, 'submitted')
    await record(ctx, {
      act: from === 'draft' ? 'provider.submit' : 'provider.resubmit',
      subject: { kind: 'provider', id: profile._id, name: profile.name },
      before: from,
      after: 'submitted',
    })
    await notify(ctx, sender, {
      kind: 'signup.submitted',
      to: addressOf(account),
      path: '/dashboard',
      fact: `signup.submitted ${profile._id} ${progress.round + 1}`,
    })
    await tellOperators(ctx, sender)
    return (await readStanding(ctx.db, catalog, accountId)).progress
  })
}

// The queue is told once an hour, however many join it.
async function tellOperators(ctx: Context, sender: Sender): Promise<void> {
  const { n, oldest } = await queueLength(ctx.db)
  const waits = Math.max(1, Math.round((ctx.now.getTime() - (oldest ?? ctx.now).getTime()) / 60_000))
  for (const operator of await operators(ctx.db)) {
    await notify(ctx, sender, {
      kind: 'op.queue.waiting',
      to: addressOf(operator),
      values: { n, duration: duration(waits) },
      path: '/operator/verification',
      fact: `op.queue.waiting ${operator.id} ${ctx.now.toISOString().slice(0, 13)}`,
    })
  }
}

/** Sends it again, once everything that was sent back is fixed. */
export const resubmit = (ctx: Context): Promise<OutputOf<typeof signup.resubmit>> =>
  submitProfile(ctx, 'changes_requested')

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
