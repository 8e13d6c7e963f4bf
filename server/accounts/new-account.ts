import { getTextVersion, type TermsKind } from '#contract/terms.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { makeLink } from './one-time-links.ts'
import { type AccountRow, giveRole, insertAccount, insertTerms } from './accounts.queries.ts'
import { forgetSessions } from './session-cache.ts'
import type { Database, Db } from '#db/database.ts'
import { settingIn, settingOf } from '#server/platform/settings.ts'

type Role = 'customer' | 'provider' | 'operator'
type Terms = TermsKind
type NewAccount = {
  name: string
  email: string
  /** Hashed before the transaction; null for somebody who gets in by links only. */
  passwordHash: string | null
  /** In E.164. */
  mobile?: string | null
  country?: string | null
  roles?: readonly Role[]
  /** The terms that were accepted, kept with version and time. */
  terms?: readonly Terms[]
}

/** Makes an account and sends the mail that proves its address; refuses an address that is taken. In the caller's transaction. */
export async function registerAccount(
  ctx: Context,
  sender: Sender,
  { terms = [], roles = [], ...given }: NewAccount,
): Promise<AccountRow> {
  const account = await insertAccount(ctx.db, {
    name: given.name,
    email: given.email,
    password_hash: given.passwordHash,
    mobile: given.mobile ?? null,
    country_code: given.country ?? null,
    roles: [...new Set(['customer', ...roles])],
    created_at: ctx.now,
  }).catch(refuseTaken)
  for (const each of terms) await acceptTerms(ctx, account.id, each)
  await sendVerification(ctx, sender, account)
  return account
}

/** Turns an address that is taken into its refusal. */
export function refuseTaken(fault: unknown): never {
  if ((fault as { constraint?: string }).constraint !== 'account_email_key') throw fault
  throw refuseField('email_taken', 'email')
}

/** Sends the link and code that prove an account's address. In the caller's transaction. */
export async function sendVerification(
  ctx: Context,
  sender: Sender,
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code'>,
): Promise<void> {
  const { token, code } = await makeLink(ctx, { purpose: 'verify_email', accountId: account.id, email: account.email })
  await notify(ctx, sender, {
    kind: 'verify.email',
    to: addressOf(account),
    values: { email: account.email, code },
    path: `/verify/email/${token}`,
  })
}

/** An account as the addressee of a notice. */
export const addressOf = ({
  id,
  email,
  name,
  country_code,
}: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code'>) => ({
  email,
  name,
  accountId: id,
  country: country_code,
})

/** Keeps that somebody accepted the terms as they are today. */
export const acceptTerms = async (ctx: Context, accountId: string, terms: Terms) =>
  insertTerms(ctx.db, { account_id: accountId, terms, version: await currentTerms(ctx.db, terms), at: ctx.now })

/** Gives an account a role; its sessions have it at once. */
export async function addRole(ctx: Context, accountId: string, role: Role): Promise<void> {
  await giveRole(ctx.db, accountId, role)
  forgetSessions(ctx.database, accountId)
}

/** Returns the version of the terms that an account accepts now: the last one that an operator published, or the built-in one. */
export const currentTerms = async (db: Db, terms: TermsKind): Promise<string> =>
  (await settingIn<Partial<Record<TermsKind, string>>>(db, 'terms'))?.[terms] ?? getTextVersion(terms)

/** As `currentTerms`, from the cached settings. Not for use inside a transaction. */
export const termsNow = async (database: Database, terms: TermsKind): Promise<string> =>
  (await settingOf<Partial<Record<TermsKind, string>>>(database, 'terms'))?.[terms] ?? getTextVersion(terms)
