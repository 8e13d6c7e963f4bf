import type { Country } from '#contract/words.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { createFieldRefusal, Refusal } from '#server/platform/refusal.ts'
import {
  type AccountRow,
  changeAccount,
  countLinksSince,
  endUnusedLinks,
  findAccountByEmail,
  findAccountById,
} from './accounts.queries.ts'
import { formatMoment } from './caller.ts'
import { deleteFactors } from './factors.queries.ts'
import { parseMobile } from './mobiles.ts'
import { rethrowAddressTaken, toAddressee } from './new-account.ts'
import { createLink, redeemCode } from './one-time-links.ts'
import { proveCodeOfNumber, sendCodeToNumber } from './phone-numbers.ts'
import { endSessions } from './sessions.ts'
import { throwOut } from './sign-in.ts'
import { lockAccount } from './suspension.queries.ts'

const HOUR_MS = 3_600_000
const MOST_AN_HOUR = 5

/** Returns the account of a person who is no operator: operators change their own data. */
async function getPersonToChange(ctx: Context, accountId: string): Promise<AccountRow> {
  const account = await findAccountById(ctx.db, accountId)
  if (!account || account.stands_in_for) throw new Refusal('not_found')
  if (account.roles.includes('operator')) throw new Refusal('operators_change_own')
  return account
}

/**
 * Sends a code to a new address. The person reads it to the operator, which proves that they receive emails there.
 * Must not run inside a transaction.
 */
export async function sendEmailCodeByTeam(
  ctx: Context,
  sender: Sender,
  { accountId, email, reason }: { accountId: string; email: string; reason: string },
): Promise<void> {
  const account = await getPersonToChange(ctx, accountId)
  if (await findAccountByEmail(ctx.db, email)) throw createFieldRefusal('email_taken', 'email')
  await ctx.transaction(async (tx) => {
    await lockLimit(tx.db, `links ${normaliseEmail(email)}`)
    const since = new Date(tx.now.getTime() - HOUR_MS)
    if ((await countLinksSince(tx.db, 'team_email', email, since)) >= MOST_AN_HOUR) throw new Refusal('rate_limited')
    await endUnusedLinks(tx.db, account.id, 'team_email', tx.now)
    const { code } = await createLink(tx, { purpose: 'team_email', accountId: account.id, email })
    await notify(tx, sender, { kind: 'email.teamCode', to: { ...toAddressee(account), email }, values: { code } })
    await recordAudit(tx, {
      act: 'email.code',
      subject: { kind: 'account', id: account.id, name: account.name },
      after: { email },
      reason,
    })
  })
}

/**
 * Changes a person's address with the code that they received there, and notifies the old address. Expires links sent
 * to the old one. Must not run inside a transaction.
 */
export async function changeEmailByTeam(
  ctx: Context,
  sender: Sender,
  { accountId, email, code, reason }: { accountId: string; email: string; code: string; reason: string },
): Promise<void> {
  await getPersonToChange(ctx, accountId)
  const spent = await redeemCode(ctx, 'team_email', email, code)
  if (spent.account_id !== accountId) throw createFieldRefusal('code_wrong', 'code')
  await ctx.transaction(async (tx) => {
    const account = await lockAccount(tx.db, accountId)
    if (!account) throw new Refusal('not_found')
    // Someone else may have registered the unverified address.
    if (!account.email_verified_at) await throwOut(tx, account)
    await notify(tx, sender, {
      kind: 'email.changedByTeam',
      to: toAddressee(account),
      values: { dateTime: formatMoment(tx.now, account.country_code), newEmail: email },
    })
    await changeAccount(tx.db, accountId, { email, pending_email: null, email_verified_at: tx.now }).catch(
      rethrowAddressTaken,
    )
    await endUnusedLinks(tx.db, accountId, null, tx.now)
    await recordAudit(tx, {
      act: 'email.change',
      subject: { kind: 'account', id: accountId, name: account.name },
      before: { email: account.email },
      after: { email },
      reason,
    })
  })
}

type NewNumber = { accountId: string; mobile: string; country: string; reason: string }

/** Texts a code to a new mobile number, which the person reads to the operator. Must not run inside a transaction. */
export async function sendMobileCodeByTeam(
  ctx: Context,
  { accountId, mobile, country, reason }: NewNumber,
): Promise<void> {
  const { id, name } = await getPersonToChange(ctx, accountId)
  const number = parseMobile(mobile, country)
  await sendCodeToNumber(ctx, { accountId: id, mobile: number }, (tx) =>
    recordAudit(tx, { act: 'mobile.code', subject: { kind: 'account', id, name }, after: { mobile: number }, reason }),
  )
}

/**
 * Changes a person's mobile number with the code that they received there, and notifies their email address. Must not
 * run inside a transaction.
 */
export async function changeMobileByTeam(
  ctx: Context,
  sender: Sender,
  { accountId, mobile, country, code, reason }: NewNumber & { code: string },
): Promise<void> {
  const account = await getPersonToChange(ctx, accountId)
  const number = parseMobile(mobile, country)
  await proveCodeOfNumber(ctx, { accountId, mobile: number, code })
  await ctx.transaction(async (tx) => {
    await changeAccount(tx.db, accountId, { mobile: number })
    await notify(tx, sender, {
      kind: 'mobile.changedByTeam',
      to: toAddressee(account),
      values: { dateTime: formatMoment(tx.now, account.country_code), end: number.slice(-3) },
    })
    await recordAudit(tx, {
      act: 'mobile.change',
      subject: { kind: 'account', id: accountId, name: account.name },
      before: { mobile: account.mobile },
      after: { mobile: number },
      reason,
    })
  })
}

type StopLink = {
  accountId: string
  kind: 'factor.resetting' | 'op.operator.waiting'
  approvalId: string
  effectiveAt: Date
  name?: string
}

/** Emails a person the link that stops a change until it takes effect, in the caller's transaction. */
export async function sendStopLink(
  ctx: Context,
  sender: Sender,
  { accountId, kind, approvalId, effectiveAt, name = '' }: StopLink,
): Promise<void> {
  const account = await findAccountById(ctx.db, accountId)
  if (!account) throw new Refusal('not_found')
  const { token } = await createLink(ctx, {
    purpose: 'stop_change',
    accountId,
    email: account.email,
    detail: { approvalId },
    minutes: Math.ceil((effectiveAt.getTime() - ctx.now.getTime()) / 60_000),
  })
  await notify(ctx, sender, {
    kind,
    to: toAddressee(account),
    values: { name, dateTime: formatMoment(effectiveAt, account.country_code) },
    path: `/stop-change/${token}`,
  })
}

const texts = defineMessages({ factors: 'your second step: passkeys, authenticator app and recovery codes' })

/** Removes all second factors of a person, ends their sessions and notifies them, in the caller's transaction. */
export async function resetFactors(ctx: Context, sender: Sender, account: AccountRow, reason: string): Promise<void> {
  await deleteFactors(ctx.db, account.id)
  await endSessions(ctx, account.id)
  await notify(ctx, sender, {
    kind: 'factor.removed',
    to: toAddressee(account),
    values: {
      what: createTranslator(texts, account.country_code as Country)('factors'),
      dateTime: formatMoment(ctx.now, account.country_code),
    },
    path: '/customer-dashboard/account',
  })
  await recordAudit(ctx, {
    act: 'factor.reset',
    subject: { kind: 'account', id: account.id, name: account.name },
    reason,
  })
}
