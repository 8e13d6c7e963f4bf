import type { Ends } from '#contract/accounts/ends.ts'
import { dependants } from '#server/accounts/leaving/door.ts'
import type { Sender } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { reserveOpened } from './diary/free-time.ts'
import { lockDiary, providerOfAccount } from './queries.ts'
import { endFeatures, lockProvider, lockProviderOf, setFeatured, setStanding } from './standing-queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof lockProvider>>>

async function takeOut(
  ctx: Context,
  sender: Sender,
  provider: Row,
  { reason, withAccount }: { reason: string; withAccount: boolean },
): Promise<Ends> {
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
  return dependants().endForArtist(ctx, sender, { providerId: provider.id, reason: 'suspended' })
}

async function putBack(ctx: Context, provider: Row, reason: string): Promise<void> {
  const state = provider.state_before ?? 'paused'
  await setStanding(ctx.db, provider.id, { state, state_before: null, suspended_with_account: false })
  await reserveOpened(ctx, provider.id)
  await record(ctx, {
    act: 'provider.restore',
    subject: { kind: 'provider', id: provider.id, name: provider.name },
    before: { state: 'suspended' },
    after: { state },
    reason,
  })
}

/**
 * Suspends a profile in the operator's transaction, whatever state it was in: ends what customers have open with it, and
 * notifies them. Returns what it ended, to notify the artist.
 */
export async function suspendProvider(ctx: Context, sender: Sender, providerId: string, reason: string): Promise<Ends> {
  // Before the row: whoever books locks the diary first.
  await lockDiary(ctx.db, providerId)
  const provider = await lockProvider(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (provider.state === 'suspended') throw new Refusal('state_changed')
  return takeOut(ctx, sender, provider, { reason, withAccount: false })
}

/** Puts a suspended profile back to where it was. In the operator's transaction. */
export async function restoreProvider(ctx: Context, providerId: string, reason: string): Promise<void> {
  const provider = await lockProvider(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (provider.state !== 'suspended') throw new Refusal('state_changed')
  await putBack(ctx, provider, reason)
}

/** Suspends the profile of an account that is suspended. Returns what ended with it; null if it has none or was suspended before. */
export async function suspendProviderOf(
  ctx: Context,
  sender: Sender,
  accountId: string,
  reason: string,
): Promise<Ends | null> {
  const own = await providerOfAccount(ctx.db, accountId)
  if (!own) return null
  await lockDiary(ctx.db, own.id)
  const provider = await lockProviderOf(ctx.db, accountId)
  if (!provider || provider.state === 'suspended') return null
  return takeOut(ctx, sender, provider, { reason, withAccount: true })
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
