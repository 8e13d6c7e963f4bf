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

/** So that nobody's mailbox is filled, and a code is not guessed by asking for many. */
const MOST_AN_HOUR = 10

const mails = {
  magic_link: { kind: 'magicLink', path: '/login/magic-link/' },
  password_reset: { kind: 'password.reset', path: '/reset-password/' },
} as const

/** Mails a link and a code to an address that has an account; in the same time to one that has none. */
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

/** Looks at the password that was typed beside a link, before the link is used up; a wrong one is refused where it matters. Never in a transaction: hashing takes its time. */
export async function checkOpeningPassword(
  ctx: Context,
  purpose: Purpose,
  { token, password, askFirst }: { token: string; password?: string | undefined; askFirst: boolean },
): Promise<Opening> {
  if (!password) return { typed: null, askFirst }
  const link = await findEndedLink(ctx, purpose, token)
  const named = link?.account_id ? await findAccountById(ctx.db, link.account_id) : undefined
  const account = named?.stands_in_for ? await findAccountById(ctx.db, named.stands_in_for) : named
  // What is proven already keeps its password whatever is typed here: nobody learns by this whether it is right.
  if (!account?.password_hash || account.email_verified_at) return { typed: null, askFirst }
  if (!(await verifyPassword(account.password_hash, password))) throw createFieldRefusal('password_wrong', 'password')
  return { typed: account.password_hash, askFirst }
}

/** Tells by mail that a password has just ended, and answers what lets a new one be set on this page; null where none has. In the caller's transaction. */
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

/** Proves an address by the link that was sent there; opening it sendVerificationAgain finds the address proven. */
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

/** Proves the caller's address, or the new one that they asked for, by the six digits sent there. */
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

/** Sends the link sendVerificationAgain to the address of one that has ended: whoever holds it got that mail. */
export async function resendVerification(
  ctx: Context,
  { token }: InputOf<typeof accounts.resendVerification>,
): Promise<{ sent: true }> {
  const link = await findEndedLink(ctx, 'verify_email', token)
  const account = link?.account_id ? await findAccountById(ctx.db, link.account_id) : undefined
  if (!account || normaliseEmail(account.email) !== normaliseEmail(link?.email ?? '')) throw new Refusal('link_expired')
  return sendVerificationAgain(ctx, account)
}

/** Sends the caller the link that proves their address sendVerificationAgain. */
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

/** Mails the link that proves an address once more, a few times an hour; to a proven one none. */
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

/** Mails a link and a code to log in, where the address has an account. */
export const sendMagicLink = (ctx: Context, input: InputOf<typeof accounts.magicLink>) =>
  sendSecret(ctx, input.email, 'magic_link')

/** Signs in by the link of a mail. */
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

/** Signs in by the six digits of a mail. */
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

/** Signs an artist in by the link of a mail and says where it leads. */
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

/** Takes over what this browser's visitor searched for while somebody was signed in beside. */
export async function claimSearchesHere(ctx: Context): Promise<{ claimed: number }> {
  const { id } = await getCallerAccount(ctx)
  return { claimed: await claimFor(ctx, id) }
}
