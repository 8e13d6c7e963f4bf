import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Sets the smallest job that the caller takes; zero is none. */
export const setMinimumJob = (ctx: Context, { amount }: InputOf<typeof ownProfile.minimumJob>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
    const amountMinor = minor(amount)
    await updateProvider(ctx.db, row.id, { minimum_job_minor: amountMinor })
    await record(ctx, {
      act: 'provider.minimum_job',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: row.minimum_job_minor,
      after: amountMinor,
    })
  })
