import { emailKey } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import type { callerAccount } from '#server/accounts/caller.ts'
import { inEqualTime } from '#server/accounts/sessions/equal-time.ts'
import { linksSince } from '#server/accounts/queries.ts'
import { sendVerification } from '#server/accounts/registering/register-account.ts'

const MOST_AN_HOUR = 5
async function mayHaveMore(ctx: Context, email: string): Promise<boolean> {
  await lockLimit(ctx.db, `links ${emailKey(email)}`)
  return (await linksSince(ctx.db, 'verify_email', email, new Date(ctx.now.getTime() - 3_600_000))) < MOST_AN_HOUR
}

/** Mails the link that proves an address once more, a few times an hour; to a proven one none. */
export async function sendVerificationAgain(
  ctx: Context,
  account: Awaited<ReturnType<typeof callerAccount>>,
): Promise<{ sent: true }> {
  const sender = await senderOf(ctx)
  return inEqualTime(async () => {
    if (!account.email_verified_at)
      await ctx.transaction(async (inner) => {
        if (await mayHaveMore(inner, account.email)) await sendVerification(inner, sender, account)
      })
    return { sent: true }
  })
}
