import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { runInConstantTime } from './throttle.ts'
import { findEndedLink, createLink, type Purpose, redeemCode, redeemLink } from './one-time-links.ts'
import { findAccountByEmail, findAccountById, type AccountRow, countLinksSince } from './accounts.queries.ts'
import { toAddressee, sendVerification } from './new-account.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { claimFor, type Opening, type ProvenAccount, getProvenOwner, signInAccount } from './sign-in.ts'
import { getCallerAccount, formatMoment } from './caller.ts'
import { verifyPassword } from './password-hash.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { account as own } from '#contract/accounts/account.ts'
import { moveAddress } from './own-account.ts'

const HOUR_MS = 3_600_000

/** Rate limit: prevents mail bombing and guessing codes through many requests. */
const MOST_AN_HOUR = 10

const mails = {
  magic_link: { kind: 'magicLink', path: '/login/magic-link/' },
  password_reset: { kind: 'password.reset', path: '/reset-password/' },
} as const

/** Mails a link and code to an account's address, in constant time for unknown addresses. */
export function sendSecret(ctx: Context, email: string, purpose: keyof typeof mails): Promise<{ sent: true }> {
  return runInConstantTime(async () => {
    const sender = await getSender(ctx)
    const account = await findAccountByEmail(ctx.db, email)
    if (account && !account.suspended_at) {
      await ctx.transaction(async (inner) => {
        await lockLimit(inner.db, `links ${normaliseEmail(email)}`)
        const already = await countLinksSince(inner.db, purpose, email, new Date(inner.now.getTime() - HOUR_MS))
        if (already >= MOST_AN_HOUR) return
        const { token, code } = await createLink(inner, { purpose, accountId: account.id, email: account.email })
        const { kind, path } = mails[purpose]
        await notify(inner, sender, { kind, to: toAddressee(account), values: { code }, path: path + token })
      })
    }
    return { sent: true }
  })
}

/**
 * Verifies a password typed with a link before the link is consumed. Throws if it is wrong and matters. Hashing is
 * slow, so never call it in a transaction.
 */
export async function checkOpeningPassword(
  ctx: Context,
  purpose: Purpose,
  { token, password, askFirst }: { token: string; password?: string | undefined; askFirst: boolean },
): Promise<Opening> {
  if (!password) return { typed: null, askFirst }
  const link = await findEndedLink(ctx, purpose, token)
  const named = link?.account_id ? await findAccountById(ctx.db, link.account_id) : undefined
  const account = named?.stands_in_for ? await findAccountById(ctx.db, named.stands_in_for) : named
  // A verified account keeps its password in any case, so that this does not reveal whether it is right.
  if (!account?.password_hash || account.email_verified_at) return { typed: null, askFirst }
  if (!(await verifyPassword(account.password_hash, password))) throw createFieldRefusal('password_wrong', 'password')
  return { typed: account.password_hash, askFirst }
}

/**
 * Notifies the owner that their password was removed, in the caller's transaction. Returns a token to set a new one, or
 * null if none was removed.
 */
export async function chooseAnew(
  ctx: Context,
  sender: Sender,
  { account, ended }: ProvenAccount,
): Promise<string | null> {
  if (!ended) return null
  await notify(ctx, sender, {
    kind: 'password.ended',
    to: toAddressee(account),
    values: { email: account.email, dateTime: formatMoment(ctx.now, account.country_code) },
    path: '/forgot-password',
  })
  const { token } = await createLink(ctx, { purpose: 'password_reset', accountId: account.id, email: account.email })
  return token
}

export async function verifyEmail(
  ctx: Context,
  input: InputOf<typeof accounts.verifyEmail>,
): Promise<OutputOf<typeof accounts.verifyEmail>> {
  const { token } = input
  const [opening, sender] = [await checkOpeningPassword(ctx, 'verify_email', input), await getSender(ctx)]
  try {
    return await ctx.transaction(async (inner) => {
      const proven = await getProvenOwner(inner, await redeemLink(inner, 'verify_email', token), opening)
      return shown(proven.account, await chooseAnew(inner, sender, proven))
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'link_used') throw error
    const link = await findEndedLink(ctx, 'verify_email', token)
    const account = link?.account_id ? await findAccountById(ctx.db, link.account_id) : undefined
    if (!account?.email_verified_at || normaliseEmail(account.email) !== normaliseEmail(link?.email ?? '')) throw error
    return shown(account)
  }
}

const shown = ({ name, email, password_hash }: AccountRow, choose: string | null = null) => ({
  name,
  email,
  kept: password_hash !== null,
  choose,
})

export async function verifyCode(ctx: Context, { code }: InputOf<typeof own.verifyCode>): Promise<{ done: true }> {
  const account = await getCallerAccount(ctx)
  const spent = account.pending_email
    ? await redeemCode(ctx, 'change_email', account.pending_email, code)
    : await redeemCode(ctx, 'verify_email', account.email, code)
  await ctx.transaction<unknown>((inner) =>
    account.pending_email ? moveAddress(inner, spent) : getProvenOwner(inner, spent),
  )
  return { done: true }
}

export async function resendVerification(
  ctx: Context,
  { token }: InputOf<typeof accounts.resendVerification>,
): Promise<{ sent: true }> {
  const link = await findEndedLink(ctx, 'verify_email', token)
  const account = link?.account_id ? await findAccountById(ctx.db, link.account_id) : undefined
  if (!account || normaliseEmail(account.email) !== normaliseEmail(link?.email ?? '')) throw new Refusal('link_expired')
  return sendVerificationAgain(ctx, account)
}

export const sendOwnVerification = async (ctx: Context): Promise<{ sent: true }> =>
  sendVerificationAgain(ctx, await getCallerAccount(ctx))

const VERIFICATIONS_AN_HOUR = 5
async function mayHaveMore(ctx: Context, email: string): Promise<boolean> {
  await lockLimit(ctx.db, `links ${normaliseEmail(email)}`)
  return (
    (await countLinksSince(ctx.db, 'verify_email', email, new Date(ctx.now.getTime() - 3_600_000))) <
    VERIFICATIONS_AN_HOUR
  )
}

/** Limited to a few mails an hour, and never to a verified address. */
async function sendVerificationAgain(
  ctx: Context,
  account: Awaited<ReturnType<typeof getCallerAccount>>,
): Promise<{ sent: true }> {
  const sender = await getSender(ctx)
  return runInConstantTime(async () => {
    if (!account.email_verified_at)
      await ctx.transaction(async (inner) => {
        if (await mayHaveMore(inner, account.email)) await sendVerification(inner, sender, account)
      })
    return { sent: true }
  })
}

export const sendMagicLink = (ctx: Context, input: InputOf<typeof accounts.magicLink>) =>
  sendSecret(ctx, input.email, 'magic_link')

export async function redeemMagicLink(
  ctx: Context,
  input: InputOf<typeof accounts.redeemMagicLink>,
): Promise<OutputOf<typeof accounts.redeemMagicLink>> {
  const [opening, sender] = [await checkOpeningPassword(ctx, 'magic_link', input), await getSender(ctx)]
  return ctx.transaction(async (inner) => {
    const proven = await getProvenOwner(inner, await redeemLink(inner, 'magic_link', input.token), opening)
    const choose = await chooseAnew(inner, sender, proven)
    return { ...(await signInAccount(inner, proven.account, 'magic_link')), choose }
  })
}

export async function redeemLoginCode(
  ctx: Context,
  { email, code }: InputOf<typeof accounts.redeemCode>,
): Promise<OutputOf<typeof accounts.redeemCode>> {
  const [sender, spent] = [await getSender(ctx), await redeemCode(ctx, 'magic_link', email, code)]
  return ctx.transaction(async (inner) => {
    const proven = await getProvenOwner(inner, spent)
    const choose = await chooseAnew(inner, sender, proven)
    return { ...(await signInAccount(inner, proven.account, 'code')), choose }
  })
}

export async function redeemProviderLink(
  ctx: Context,
  input: InputOf<typeof accounts.redeemProviderLink>,
): Promise<OutputOf<typeof accounts.redeemProviderLink>> {
  const [opening, sender] = [await checkOpeningPassword(ctx, 'provider_link', input), await getSender(ctx)]
  return ctx.transaction(async (inner) => {
    const spent = await redeemLink(inner, 'provider_link', input.token)
    const { path } = spent.detail as { path?: string }
    const proven = await getProvenOwner(inner, spent, opening)
    const choose = await chooseAnew(inner, sender, proven)
    return { ...(await signInAccount(inner, proven.account, 'provider_link')), choose, path: path ?? '/dashboard' }
  })
}

export async function claimSearchesHere(ctx: Context): Promise<{ claimed: number }> {
  const { id } = await getCallerAccount(ctx)
  return { claimed: await claimFor(ctx, id) }
}
