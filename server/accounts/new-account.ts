import { getTextVersion, type TermsKind } from '#contract/terms.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { createLink } from './one-time-links.ts'
import { type AccountRow, grantRole, insertAccount, insertTerms } from './accounts.queries.ts'
import { invalidateSessions } from './session-cache.ts'
import type { Database, Db } from '#db/database.ts'
import { getSettingInTransaction, getSetting } from '#server/platform/settings.ts'

type Role = 'customer' | 'provider' | 'operator'
type Terms = TermsKind
type NewAccount = {
  name: string
  email: string
  /** Hashed before the transaction. Null for accounts that use links only. */
  passwordHash: string | null
  mobile?: string | null
  country?: string | null
  roles?: readonly Role[]
  terms?: readonly Terms[]
  /** True if the person has confirmed to be 18 or over. */
  adult?: boolean
}

/** Creates an account and sends the verification mail, in the caller's transaction. Throws if the address is taken. */
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
    adult_confirmed_at: given.adult ? ctx.now : null,
  }).catch(rethrowAddressTaken)
  for (const each of terms) await acceptTerms(ctx, account.id, each)
  await sendVerification(ctx, sender, account)
  return account
}

export function rethrowAddressTaken(fault: unknown): never {
  if ((fault as { constraint?: string }).constraint !== 'account_email_key') throw fault
  throw createFieldRefusal('email_taken', 'email')
}

/** Sends the verification link and code, in the caller's transaction. */
export async function sendVerification(
  ctx: Context,
  sender: Sender,
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code'>,
): Promise<void> {
  const { token, code } = await createLink(ctx, {
    purpose: 'verify_email',
    accountId: account.id,
    email: account.email,
  })
  await notify(ctx, sender, {
    kind: 'verify.email',
    to: toAddressee(account),
    values: { email: account.email, code },
    path: `/verify/email/${token}`,
  })
}

export const toAddressee = ({
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

export const acceptTerms = async (ctx: Context, accountId: string, terms: Terms) =>
  insertTerms(ctx.db, {
    account_id: accountId,
    terms,
    version: await getCurrentTermsVersion(ctx.db, terms),
    at: ctx.now,
  })

export async function addRole(ctx: Context, accountId: string, role: Role): Promise<void> {
  await grantRole(ctx.db, accountId, role)
  invalidateSessions(ctx.database, accountId)
}

/** Returns the last version published by an operator, with the built-in one as default. */
export const getCurrentTermsVersion = async (db: Db, terms: TermsKind): Promise<string> =>
  (await getSettingInTransaction<Partial<Record<TermsKind, string>>>(db, 'terms'))?.[terms] ?? getTextVersion(terms)

/** Same from cached settings. Must not run inside a transaction. */
export const getCachedTermsVersion = async (database: Database, terms: TermsKind): Promise<string> =>
  (await getSetting<Partial<Record<TermsKind, string>>>(database, 'terms'))?.[terms] ?? getTextVersion(terms)
