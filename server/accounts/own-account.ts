import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { groupOf, isProvenNumber, openMailKey, findMailToStop, notify, getSender } from '#server/notifications/index.ts'
import { getCallerAccount, formatMoment, presentUser } from './caller.ts'
import { parseMobile, formatMobile } from './mobiles.ts'
import { findNewestExport } from './own-account.queries.ts'
import {
  findAccountByEmail,
  findAccountById,
  type AccountRow,
  changeAccount,
  endUnusedLinks,
  countLinksSince,
  type OneTimeToken,
} from './accounts.queries.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { createLink, redeemLink } from './one-time-links.ts'
import { toAddressee, rethrowAddressTaken } from './new-account.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { getFormContext, getFormKeys } from '#server/platform/sealing/site-keys.ts'
import { openText } from '#server/platform/sealing/sealed-text.ts'
import type { NoticeGroup } from '#contract/constants.ts'

export async function getAccountDetails(ctx: Context): Promise<OutputOf<typeof own.show>> {
  const account = await getCallerAccount(ctx)
  const exported = await findNewestExport(ctx.db, account.id, ctx.now)
  return {
    user: await presentUser(ctx, account),
    country: account.country_code as CountryCode | null,
    mobile: formatMobile(account.mobile),
    mobileProven: account.mobile !== null && (await isProvenNumber(ctx.db, account.id, account.mobile)),
    emailVerified: account.email_verified_at !== null,
    pendingEmail: account.pending_email,
    hasPassword: account.password_hash !== null,
    notices: account.notices as OutputOf<typeof own.show>['notices'],
    quietFrom: account.quiet_from,
    quietTo: account.quiet_to,
    exported: exported?.ready_at
      ? { id: exported.id, readyAt: exported.ready_at.toISOString(), expiresAt: exported.expires_at.toISOString() }
      : null,
  }
}

export async function changeOwnAccount(
  ctx: Context,
  { name, mobile, country }: InputOf<typeof own.change>,
): Promise<OutputOf<typeof own.change>> {
  const account = await getCallerAccount(ctx)
  const number =
    mobile === undefined
      ? account.mobile
      : mobile === ''
        ? null
        : parseMobile(mobile, country ?? account.country_code ?? 'AU')
  const changed = await changeAccount(ctx.db, account.id, { name: name ?? account.name, mobile: number })
  return { user: await presentUser(ctx, changed) }
}

const HOUR_MS = 3_600_000

const MOST_AN_HOUR = 5

/** Sends a link to a new address and notifies the old one. The change is made when the link is opened. */
export async function changeEmail(ctx: Context, { email }: InputOf<typeof own.changeEmail>): Promise<{ sent: true }> {
  const account = await getCallerAccount(ctx)
  if (await findAccountByEmail(ctx.db, email)) throw createFieldRefusal('email_taken', 'email')
  const sender = await getSender(ctx)
  await ctx.transaction(async (inner) => {
    // Rate limit: prevents mail bombing and guessing the code.
    await lockLimit(inner.db, `links ${normaliseEmail(email)}`)
    if (
      (await countLinksSince(inner.db, 'change_email', email, new Date(inner.now.getTime() - HOUR_MS))) >= MOST_AN_HOUR
    )
      throw new Refusal('rate_limited')
    await endUnusedLinks(inner.db, account.id, 'change_email', inner.now)
    await changeAccount(inner.db, account.id, { pending_email: email })
    const { token, code } = await createLink(inner, { purpose: 'change_email', accountId: account.id, email })
    await notify(inner, sender, {
      kind: 'verify.email',
      to: { ...toAddressee(account), email },
      values: { email, code },
      path: `/verify/change/${token}`,
    })
    const values = { dateTime: formatMoment(inner.now, account.country_code), oldEmail: account.email, newEmail: email }
    await notify(inner, sender, { kind: 'email.changed', to: toAddressee(account), values })
  })
  return { sent: true }
}

/**
 * Changes the account's address by a consumed link and expires links sent to the old one, in the caller's transaction.
 */
export async function moveAddress(ctx: Context, spent: OneTimeToken): Promise<AccountRow> {
  const account = spent.account_id ? await findAccountById(ctx.db, spent.account_id) : undefined
  if (!account || normaliseEmail(account.pending_email ?? '') !== normaliseEmail(spent.email))
    throw new Refusal('link_expired')
  // The reader may be someone else, to whom an attacker wants to attach an account they keep using.
  if (ctx.viewer.accountId !== account.id) throw new Refusal('not_yours')
  const moved = await changeAccount(ctx.db, account.id, {
    email: spent.email,
    pending_email: null,
    email_verified_at: ctx.now,
  }).catch(rethrowAddressTaken)
  await endUnusedLinks(ctx.db, account.id, null, ctx.now)
  await recordAudit(
    { ...ctx, viewer: { ...ctx.viewer, accountId: account.id } },
    {
      act: 'email.change',
      subject: { kind: 'account', id: account.id, name: account.name },
      before: { email: account.email },
      after: { email: moved.email },
    },
  )
  return moved
}

export const confirmEmail = (
  ctx: Context,
  { token }: InputOf<typeof own.confirmEmail>,
): Promise<OutputOf<typeof own.confirmEmail>> =>
  ctx.transaction(async (inner) => {
    const { name, email } = await moveAddress(inner, await redeemLink(inner, 'change_email', token))
    return { name, email }
  })

export async function setNotices(
  ctx: Context,
  { notices, quietFrom, quietTo }: InputOf<typeof own.setNotices>,
): Promise<{ done: true }> {
  if ((quietFrom === null) !== (quietTo === null))
    throw createFieldRefusal('invalid_input', quietFrom ? 'quietTo' : 'quietFrom')
  const account = await getCallerAccount(ctx)
  await changeAccount(ctx.db, account.id, {
    notices: JSON.stringify(notices),
    quiet_from: quietFrom,
    quiet_to: quietTo,
  })
  return { done: true }
}

export async function setCookieChoice(
  ctx: Context,
  { choice }: InputOf<typeof own.setCookieChoice>,
): Promise<OutputOf<typeof own.setCookieChoice>> {
  const account = await getCallerAccount(ctx)
  await changeAccount(ctx.db, account.id, { cookie_choice: choice })
  return { choice }
}

type Kept = { appointment: string; formId: string; wrappedKey: string | null; sealed: string | null }

export async function openForms(ctx: Context, everything: Record<string, unknown>): Promise<Record<string, unknown>> {
  const forms = (everything['signedForms'] ?? []) as Kept[]
  if (forms.length === 0) return everything
  const keys = await getFormKeys(ctx)
  const opened = forms.map(async ({ wrappedKey, sealed, ...form }) => {
    if (wrappedKey === null || sealed === null) return form
    const said = await openText({ wrappedKey, sealed }, getFormContext(form.appointment, form.formId), keys)
    return { ...form, ...JSON.parse(said) }
  })
  return { ...everything, signedForms: await Promise.all(opened) }
}

/** Throws if the unsubscribe key is invalid, expired or for an essential mail. */
export async function resolveStopKey(
  ctx: Context,
  key: string,
): Promise<{ group: NoticeGroup; mail: { address: string; account_id: string | null } }> {
  const id = await openMailKey(ctx.database, ctx.env, key)
  const mail = id ? await findMailToStop(ctx.db, id) : undefined
  const group = mail ? groupOf(mail.kind) : null
  if (!mail || !group) throw new Refusal('link_expired')
  return { group, mail }
}
