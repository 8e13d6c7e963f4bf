import { emailKey } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { inEqualTime } from '#server/accounts/sessions/equal-time.ts'
import { makeLink } from './one-time-links.ts'
import { accountByEmail, linksSince } from '#server/accounts/queries.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'

const HOUR_MS = 3_600_000

/** So that nobody's mailbox is filled, and a code is not guessed by asking for many. */
const MOST_AN_HOUR = 10

const mails = {
  magic_link: { kind: 'magicLink', path: '/login/magic-link/' },
  password_reset: { kind: 'password.reset', path: '/reset-password/' },
} as const

/** Mails a link and a code to an address that has an account; in the same time to one that has none. */
export function sendSecret(ctx: Context, email: string, purpose: keyof typeof mails): Promise<{ sent: true }> {
  return inEqualTime(async () => {
    const sender = await senderOf(ctx)
    const account = await accountByEmail(ctx.db, email)
    if (account && !account.suspended_at) {
      await ctx.transaction(async (inner) => {
        await lockLimit(inner.db, `links ${emailKey(email)}`)
        const already = await linksSince(inner.db, purpose, email, new Date(inner.now.getTime() - HOUR_MS))
        if (already >= MOST_AN_HOUR) return
        const { token, code } = await makeLink(inner, { purpose, accountId: account.id, email: account.email })
        const { kind, path } = mails[purpose]
        await notify(inner, sender, { kind, to: addressOf(account), values: { code }, path: path + token })
      })
    }
    return { sent: true }
  })
}
