import { randomBytes } from 'node:crypto'
import { notify, senderIn } from '#server/notifications/door.ts'
import { type Context, onLoopbackAddress } from '#server/platform/context.ts'
import { deviceCookieName, deviceHash, deviceSecretIn } from '#server/platform/device-cookie.ts'
import { shownNetwork } from '#server/platform/network.ts'
import { momentOf } from '#server/accounts/standing/moment.ts'
import type { AccountRow } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { keepDevice, knowsAnyDevice, knowsDevice } from './throttle-queries.ts'

const YEAR_S = 31_536_000

const secretIn = ({ browser, env }: Context): string | null => deviceSecretIn(browser.cookie, env.production)

/** Whether this person has signed in in this browser before. */
export async function isKnownDevice(ctx: Context, accountId: string): Promise<boolean> {
  const secret = secretIn(ctx)
  return secret !== null && knowsDevice(ctx.db, accountId, deviceHash(secret))
}

/** Whether somebody is of the sample market and sits at the machine itself: what everybody knows is no secret there. */
export const isSampleHere = ({ env, address }: Context, account: Pick<AccountRow, 'sample'>): boolean =>
  (account.sample || env.sampleMarket) && !env.production && onLoopbackAddress(address)

/** Knows this browser as one of theirs from now on, and tells them by mail where it is not the first. In the transaction that signs in. */
export async function rememberDevice(
  ctx: Context,
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code' | 'sample'>,
): Promise<void> {
  const secret = secretIn(ctx) ?? randomBytes(32).toString('base64url')
  const known = await knowsDevice(ctx.db, account.id, deviceHash(secret))
  const news = !known && (await knowsAnyDevice(ctx.db, account.id)) && !isSampleHere(ctx, account)
  await keepDevice(ctx.db, account.id, deviceHash(secret), ctx.now)
  const { production } = ctx.env
  ctx.browser.give(
    `${deviceCookieName(production)}=${secret}; Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Lax${production ? '; Secure' : ''}`,
  )
  if (!news) return
  await notify(ctx, await senderIn(ctx), {
    kind: 'signIn.newDevice',
    to: addressOf(account),
    values: {
      device: ctx.device || 'a browser that we do not know',
      network: shownNetwork(ctx.address) || null,
      dateTime: momentOf(ctx.now, account.country_code),
    },
    path: '/forgot-password',
  })
}
