import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { inEqualTime } from '#server/accounts/sessions/equal-time.ts'
import { endedLink, spendLink } from './one-time-links.ts'
import { accountById, linksSince } from '#server/accounts/queries.ts'
import { sendVerification } from '#server/accounts/registering/register-account.ts'
import { provenOwner } from './spend-links.ts'

/** Proves an address by the link that was sent there; opening it again finds the address proven. */
export async function verifyEmail(
  ctx: Context,
  { token }: InputOf<typeof accounts.verifyEmail>,
): Promise<OutputOf<typeof accounts.verifyEmail>> {
  try {
    return await ctx.transaction(async (inner) =>
      shown(await provenOwner(inner, await spendLink(inner, 'verify_email', token))),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'link_used') throw error
    const link = await endedLink(ctx, 'verify_email', token)
    const account = link?.account_id ? await accountById(ctx.db, link.account_id) : undefined
    if (!account?.email_verified_at || account.email.toLowerCase() !== link?.email.toLowerCase()) throw error
    return shown(account)
  }
}

const shown = ({ name, email }: { name: string; email: string }) => ({ name, email })

const MOST_AN_HOUR = 5

const mayHaveMore = async (ctx: Context, email: string) =>
  (await linksSince(ctx.db, 'verify_email', email, new Date(ctx.now.getTime() - 3_600_000))) < MOST_AN_HOUR

/** Sends the link again to the address of one that has ended: whoever holds it got that mail. */
export async function resendVerification(
  ctx: Context,
  { token }: InputOf<typeof accounts.resendVerification>,
): Promise<{ sent: true }> {
  const link = await endedLink(ctx, 'verify_email', token)
  const account = link?.account_id ? await accountById(ctx.db, link.account_id) : undefined
  if (!account || account.email.toLowerCase() !== link?.email.toLowerCase()) throw new Refusal('link_expired')
  return again(ctx, account)
}

/** Sends the caller the link that proves their address again. */
export const sendOwnVerification = async (ctx: Context): Promise<{ sent: true }> => again(ctx, await callerAccount(ctx))

async function again(ctx: Context, account: Awaited<ReturnType<typeof callerAccount>>): Promise<{ sent: true }> {
  const sender = await senderOf(ctx)
  return inEqualTime(async () => {
    if (!account.email_verified_at && (await mayHaveMore(ctx, account.email)))
      await ctx.transaction((inner) => sendVerification(inner, sender, account))
    return { sent: true }
  })
}
