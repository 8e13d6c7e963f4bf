import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { endFeatures, lockProvider, lockProviderOf, setFeatured, setStanding } from './standing-queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof lockProvider>>>

async function takeOut(ctx: Context, provider: Row, reason: string, withAccount: boolean): Promise<void> {
  await setStanding(ctx.db, provider.id, {
    state: 'suspended',
    state_before: provider.state,
    suspended_with_account: withAccount,
  })
  await record(ctx, {
    act: 'provider.suspend',
    subject: { kind: 'provider', id: provider.id, name: provider.name },
    before: { state: provider.state },
    after: { state: 'suspended' },
    reason,
  })
}

async function putBack(ctx: Context, provider: Row, reason: string): Promise<void> {
  const state = provider.state_before ?? 'paused'
  await setStanding(ctx.db, provider.id, { state, state_before: null, suspended_with_account: false })
  await record(ctx, {
    act: 'provider.restore',
    subject: { kind: 'provider', id: provider.id, name: provider.name },
    before: { state: 'suspended' },
    after: { state },
    reason,
  })
}

/** Takes a profile out of searches, whatever state it was in. In the operator's transaction. */
export async function suspendProvider(ctx: Context, providerId: string, reason: string): Promise<void> {
  const provider = await lockProvider(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (provider.state === 'suspended') throw new Refusal('state_changed')
  await takeOut(ctx, provider, reason, false)
}

/** Puts a suspended profile back to where it was. In the operator's transaction. */
export async function restoreProvider(ctx: Context, providerId: string, reason: string): Promise<void> {
  const provider = await lockProvider(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (provider.state !== 'suspended') throw new Refusal('state_changed')
  await putBack(ctx, provider, reason)
}

/** The profile of somebody who is suspended goes with them, unless it was suspended by itself before. */
export async function suspendProviderOf(ctx: Context, accountId: string, reason: string): Promise<void> {
  const provider = await lockProviderOf(ctx.db, accountId)
  if (provider && provider.state !== 'suspended') await takeOut(ctx, provider, reason, true)
}

/** The profile that went with its person comes back with them. */
export async function restoreProviderOf(ctx: Context, accountId: string, reason: string): Promise<void> {
  const provider = await lockProviderOf(ctx.db, accountId)
  if (provider?.state === 'suspended' && provider.suspended_with_account) await putBack(ctx, provider, reason)
}

/** Marks a profile as Featured until the end of a day, or no longer. In the operator's transaction. */
export async function featureProvider(
  ctx: Context,
  providerId: string,
  until: string | null,
  reason: string,
): Promise<void> {
  const provider = await lockProvider(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (until !== null && until < ctx.now.toISOString().slice(0, 10)) throw refuseField('date_past', 'until')
  await setFeatured(ctx.db, providerId, until)
  await record(ctx, {
    act: 'provider.feature',
    subject: { kind: 'provider', id: providerId, name: provider.name },
    reason,
    before: { featured: provider.featured, until: provider.featured_until },
    after: { featured: until !== null, until },
  })
}

/** Takes the mark off profiles whose day has passed. */
export const endFeaturesOfPast = (ctx: Context): Promise<unknown> =>
  endFeatures(ctx.db, ctx.now.toISOString().slice(0, 10))
