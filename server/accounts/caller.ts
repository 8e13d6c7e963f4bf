import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findAccountById, type AccountRow, findProfileOfAccount } from './accounts.queries.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { formatClock, formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'

export async function getCallerAccount(ctx: Context): Promise<AccountRow> {
  const account = ctx.viewer.accountId ? await findAccountById(ctx.db, ctx.viewer.accountId) : undefined
  if (!account) throw new Refusal('not_signed_in')
  return account
}

export async function presentUser(
  ctx: Context,
  account: {
    id: string
    name: string
    email: string
    mobile: string | null
    roles: string[]
    duties: string[]
    cookie_choice: string | null
  },
): Promise<User> {
  const profile = account.roles.includes('provider') ? await findProfileOfAccount(ctx.db, account.id) : undefined
  const { id, name, email, mobile, roles, duties } = account
  return {
    id,
    profileId: profile?.slug ?? null,
    name,
    email,
    mobile,
    roles: roles as User['roles'],
    duties: duties as User['duties'],
    cookieChoice: account.cookie_choice as User['cookieChoice'],
  }
}

export function formatMoment(at: Date, country: string | null): string {
  const iso = at.toISOString()
  return `${formatDate(iso.slice(0, 10), (country as Country | null) ?? 'GB')}, ${formatClock(iso.slice(11, 16))} UTC`
}
