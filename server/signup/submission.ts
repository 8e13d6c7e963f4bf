import type { OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import type { Context } from '#server/platform/context.ts'
import { lockProvider, setProviderState } from '#server/providers/index.ts'
import { formatDuration } from '#contract/format.ts'
import { getStepNumber, getStepPath, getStepTitle, minWorkPictures } from '#contract/signup/signup-steps.ts'
import { acceptTerms, toAddressee, findAccount, createLink } from '#server/accounts/index.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getCallerId, getNextStep, readStanding, listSteps } from './signup.ts'
import { insertRound, listOperatorAccounts, getQueueLength } from './verification.queries.ts'
import { claimReturnMail } from './signup.queries.ts'

export const submitSignup = (ctx: Context): Promise<OutputOf<typeof signup.submit>> => submitProfile(ctx, 'draft')

async function submitProfile(ctx: Context, from: 'draft' | 'changes_requested') {
  const catalog = await getCatalog(ctx.database)
  const sender = await getSender(ctx)
  const accountId = getCallerId(ctx)
  return ctx.idempotent(async (ctx) => {
    // Locked, so that only one of two concurrent submissions succeeds.
    await lockProvider(ctx.db, accountId)
    const { standing, progress } = await readStanding(ctx.db, catalog, accountId)
    const account = await findAccount(ctx.db, accountId)
    const { profile } = progress
    if (!account || !profile) throw new Refusal(account ? 'steps_missing' : 'not_found')
    const missing = listSteps(standing)
      .filter(({ step, state }) => step !== 'submit' && state !== 'done')
      .map(({ step }) => step)
    if (profile.state !== from) throw new Refusal('state_changed')
    if (missing.length) throw new Refusal('steps_missing', { detail: { steps: missing } })
    if (!account.email_verified_at) throw new Refusal('email_unverified')
    // Profiles reviewed before this requirement are exempt.
    const bare = minWorkPictures - profile.pictures
    if (from === 'draft' && bare > 0) throw new Refusal('pictures_missing', { detail: { missing: bare } })

    await acceptTerms(ctx, accountId, 'submission')
    await insertRound(ctx.db, {
      provider_id: profile._id,
      round: progress.round + 1,
      submitted_at: ctx.now,
      fixed_steps: [...new Set(progress.sentBack.map(({ step }) => step))],
    })
    await setProviderState(ctx.db, profile._id, 'submitted')
    await recordAudit(ctx, {
      act: from === 'draft' ? 'provider.submit' : 'provider.resubmit',
      subject: { kind: 'provider', id: profile._id, name: profile.name },
      before: from,
      after: 'submitted',
    })
    await notify(ctx, sender, {
      kind: 'signup.submitted',
      to: toAddressee(account),
      path: '/dashboard',
      fact: `signup.submitted ${profile._id} ${progress.round + 1}`,
    })
    await notifyReviewQueue(ctx, sender)
    return (await readStanding(ctx.db, catalog, accountId)).progress
  })
}

// At most once an hour.
async function notifyReviewQueue(ctx: Context, sender: Sender): Promise<void> {
  const { n, oldest } = await getQueueLength(ctx.db)
  const waits = Math.max(1, Math.round((ctx.now.getTime() - (oldest ?? ctx.now).getTime()) / 60_000))
  for (const operator of await listOperatorAccounts(ctx.db)) {
    await notify(ctx, sender, {
      kind: 'op.queue.waiting',
      to: toAddressee(operator),
      values: { n, duration: formatDuration(waits) },
      path: '/operator/verification',
      fact: `op.queue.waiting ${operator.id} ${ctx.now.toISOString().slice(0, 13)}`,
    })
  }
}

export const resubmitSignup = (ctx: Context): Promise<OutputOf<typeof signup.resubmit>> =>
  submitProfile(ctx, 'changes_requested')

const DAY_MS = 86_400_000

/** At most one mail a day. */
export async function sendReturnLink(ctx: Context): Promise<OutputOf<typeof signup.sendReturnLink>> {
  const catalog = await getCatalog(ctx.database)
  const sender = await getSender(ctx)
  const accountId = getCallerId(ctx)
  return ctx.idempotent(async (ctx) => {
    const { standing, progress } = await readStanding(ctx.db, catalog, accountId)
    const account = await findAccount(ctx.db, accountId)
    if (!account) throw new Refusal('not_found')
    const step = getNextStep(standing)
    const unfinished = progress.state === null || progress.state === 'draft'
    const sent = unfinished && (await claimReturnMail(ctx.db, accountId, ctx.now, new Date(ctx.now.getTime() - DAY_MS)))
    if (sent) {
      const path = getStepPath(step, standing.categoryId) ?? '/signup/profile/register'
      const { token } = await createLink(ctx, {
        purpose: 'provider_link',
        accountId,
        email: account.email,
        detail: { path },
      })
      const to = { email: account.email, name: account.name, accountId, country: account.country_code }
      await notify(ctx, sender, {
        kind: 'signup.unfinished',
        to,
        values: { n: getStepNumber(step), step: getStepTitle(step) },
        path: `/login/provider/${token}`,
      })
    }
    return { sent, step: getStepNumber(step) }
  })
}
