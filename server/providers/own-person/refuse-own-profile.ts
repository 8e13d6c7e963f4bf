import type { Expression, RawBuilder } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { deviceHash, deviceSecretIn } from '#server/platform/device-cookie.ts'
import { visitorHash, visitorOf } from '#server/platform/http/visitor.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isOwnPerson, ownPerson, type Person } from './own-person-queries.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** Refuses an artist who asks, books, pays or reviews herself: by her account or one that stands in for it, her address, a number that she has proven, or a browser in which she has signed in. */
export async function refuseOwnProfile(
  ctx: Context,
  providerId: string,
  email: string | null | undefined = null,
): Promise<void> {
  if (await isOwnPerson(ctx.db, providerId, personOf(ctx, email ?? null))) throw new Refusal('own_profile')
}

/** The same as a column of what else is read, to be refused where it is true. */
export const isOwnProfile = (
  ctx: Context,
  providerId: Expression<string> | string,
  email: string,
): RawBuilder<boolean | null> => ownPerson(providerId, personOf(ctx, email))

function personOf(ctx: Context, email: string | null): Person {
  // Whoever writes by a key is known by no visitor's cookie, but may well have one.
  const visitor = visitorOf(ctx.browser.cookie)
  const hash = ctx.viewer.visitorHash ?? (visitor ? visitorHash(visitor) : null)
  const device = deviceSecretIn(ctx.browser.cookie, ctx.env.production)
  return {
    accountId: ctx.viewer.accountId,
    visitorHash: hash,
    deviceHash: device ? deviceHash(device) : null,
    email: email && emailKey(email),
  }
}
