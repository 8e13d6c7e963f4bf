import type { EndEffects } from '#contract/accounts/ends.ts'
import { getDependants } from '#server/accounts/index.ts'
import type { Sender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { reserveOpened } from './free-times.ts'
import {
  endFeatures,
  lockDiary,
  lockStanding,
  lockStandingOfAccount,
  findProviderOfAccount,
  setFeatured,
  setStanding,
} from './providers.queries.ts'
import type { Expression, RawBuilder } from 'kysely'
import {
  hashDeviceSecret,
  parseDeviceSecret,
  hashVisitorToken,
  parseVisitorToken,
} from '#server/platform/http/cookies.ts'
import { isOwnPerson, isProfileOwnerSql, type Person } from './provider-profile.queries.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

type Row = NonNullable<Awaited<ReturnType<typeof lockStanding>>>

async function takeOffline(
  ctx: Context,
  sender: Sender,
  provider: Row,
  { reason, withAccount }: { reason: string; withAccount: boolean },
): Promise<EndEffects> {
  await setStanding(ctx.db, provider.id, {
    state: 'suspended',
    state_before: provider.state,
    suspended_with_account: withAccount,
  })
  await recordAudit(ctx, {
    act: 'provider.suspend',
    subject: { kind: 'provider', id: provider.id, name: provider.name },
    before: { state: provider.state },
    after: { state: 'suspended' },
    reason,
  })
  return getDependants().endForArtist(ctx, sender, { providerId: provider.id, reason: 'suspended' })
}

async function restoreStanding(ctx: Context, provider: Row, reason: string): Promise<void> {
  const state = provider.state_before ?? 'paused'
  await setStanding(ctx.db, provider.id, { state, state_before: null, suspended_with_account: false })
  await reserveOpened(ctx, provider.id)
  await recordAudit(ctx, {
    act: 'provider.restore',
    subject: { kind: 'provider', id: provider.id, name: provider.name },
    before: { state: 'suspended' },
    after: { state },
    reason,
  })
}

/**
 * Suspends a profile in the operator's transaction. Ends customers' open requests, offers and holds, and notifies them.
 * Returns what it ended, for the artist's notification.
 */
export async function suspendProvider(
  ctx: Context,
  sender: Sender,
  providerId: string,
  reason: string,
): Promise<EndEffects> {
  // Takes the diary lock first, as bookings do, to prevent deadlocks.
  await lockDiary(ctx.db, providerId)
  const provider = await lockStanding(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (provider.state === 'suspended') throw new Refusal('state_changed')
  return takeOffline(ctx, sender, provider, { reason, withAccount: false })
}

/** Restores a suspended profile to its previous state, in the operator's transaction. */
export async function restoreProvider(ctx: Context, providerId: string, reason: string): Promise<void> {
  const provider = await lockStanding(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (provider.state !== 'suspended') throw new Refusal('state_changed')
  await restoreStanding(ctx, provider, reason)
}

/**
 * Suspends the profile of a suspended account. Returns what it ended. Null without a profile or if already suspended.
 */
export async function suspendProviderOf(
  ctx: Context,
  sender: Sender,
  accountId: string,
  reason: string,
): Promise<EndEffects | null> {
  const own = await findProviderOfAccount(ctx.db, accountId)
  if (!own) return null
  await lockDiary(ctx.db, own.id)
  const provider = await lockStandingOfAccount(ctx.db, accountId)
  if (!provider || provider.state === 'suspended') return null
  return takeOffline(ctx, sender, provider, { reason, withAccount: true })
}

export async function restoreProviderOf(ctx: Context, accountId: string, reason: string): Promise<void> {
  const provider = await lockStandingOfAccount(ctx.db, accountId)
  if (provider?.state === 'suspended' && provider.suspended_with_account) await restoreStanding(ctx, provider, reason)
}

export async function setProviderFeatured(
  ctx: Context,
  providerId: string,
  until: string | null,
  reason: string,
): Promise<void> {
  const provider = await lockStanding(ctx.db, providerId)
  if (!provider) throw new Refusal('not_found')
  if (until !== null && until < ctx.now.toISOString().slice(0, 10)) throw createFieldRefusal('date_past', 'until')
  await setFeatured(ctx.db, providerId, until)
  await recordAudit(ctx, {
    act: 'provider.feature',
    subject: { kind: 'provider', id: providerId, name: provider.name },
    reason,
    before: { featured: provider.featured, until: provider.featured_until },
    after: { featured: until !== null, until },
  })
}

export const endFeaturesOfPast = (ctx: Context): Promise<unknown> =>
  endFeatures(ctx.db, ctx.now.toISOString().slice(0, 10))

/** Throws before sign-up has created a profile. */
export async function getCallerProvider(ctx: Context) {
  const provider = ctx.viewer.accountId ? await findProviderOfAccount(ctx.db, ctx.viewer.accountId) : undefined
  if (!provider) throw new Refusal('not_found')
  return provider
}

/**
 * Throws if the caller requests, books, pays or reviews their own profile: by account, impersonation, email, verified
 * number or browser.
 */
export async function assertNotOwnProfile(
  ctx: Context,
  providerId: string,
  email: string | null | undefined = null,
): Promise<void> {
  if (await isOwnPerson(ctx.db, providerId, personOf(ctx, email ?? null))) throw new Refusal('own_profile')
}

/** Same as a column, to throw if true. */
export const isOwnProfile = (
  ctx: Context,
  providerId: Expression<string> | string,
  email: string,
): RawBuilder<boolean | null> => isProfileOwnerSql(providerId, personOf(ctx, email))

function personOf(ctx: Context, email: string | null): Person {
  // API keys ignore the visitor cookie, but the request may have one.
  const visitor = parseVisitorToken(ctx.browser.cookie)
  const hash = ctx.viewer.visitorHash ?? (visitor ? hashVisitorToken(visitor) : null)
  const device = parseDeviceSecret(ctx.browser.cookie, ctx.env.production)
  return {
    accountId: ctx.viewer.accountId,
    visitorHash: hash,
    deviceHash: device ? hashDeviceSecret(device) : null,
    email: email && normaliseEmail(email),
  }
}
