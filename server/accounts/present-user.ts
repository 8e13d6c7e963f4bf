import type { User } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/platform/context.ts'
import { profileOfAccount } from './queries.ts'

/** An account as its own person sees it. */
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
  const profile = account.roles.includes('provider') ? await profileOfAccount(ctx.db, account.id) : undefined
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
