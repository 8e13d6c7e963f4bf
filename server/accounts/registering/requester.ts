import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { parseMobile } from './mobiles.ts'
import {
  type AccountRow,
  accountByEmail,
  accountById,
  insertAccountOnce,
  insertTermsOnce,
} from '#server/accounts/queries.ts'
import { isSomebodys, standIn } from '#server/accounts/stand-ins/stand-in.ts'
import { currentTerms } from './terms.ts'

/** Who asks or books: the caller's own account, else that of the mail address, made without a password where there is none; where somebody may sign in with that address already, a stand-in for them until they open the link of a mail. Signs nobody in and sends nothing. In the caller's transaction. */
export async function requesterAccount(
  ctx: Context,
  details: { name: string; email: string; mobile?: string | null | undefined },
  country: CountryCode,
  terms?: string,
): Promise<AccountRow> {
  const own = ctx.viewer.accountId ? await accountById(ctx.db, ctx.viewer.accountId) : undefined
  const known = own ?? (await accountByEmail(ctx.db, details.email)) ?? (await made(ctx, details, country))
  if (known.suspended_at) throw new Refusal('suspended')
  const { name, mobile } = details
  const found =
    !own && isSomebodys(known)
      ? await standIn(ctx, known, { name, mobile: validMobile(mobile, country), country })
      : known
  await insertTermsOnce(ctx.db, {
    account_id: found.id,
    terms: 'customer',
    version: terms ?? (await currentTerms(ctx.db, 'customer')),
    at: ctx.now,
  })
  return found
}

async function made(
  ctx: Context,
  { name, email, mobile }: { name: string; email: string; mobile?: string | null | undefined },
  country: CountryCode,
): Promise<AccountRow> {
  const row = {
    name,
    email,
    password_hash: null,
    mobile: validMobile(mobile, country),
    country_code: country,
    roles: ['customer'],
    created_at: ctx.now,
  }
  // Two who ask at once with one address make one account.
  const account = (await insertAccountOnce(ctx.db, row)) ?? (await accountByEmail(ctx.db, email))
  if (!account) throw new Refusal('email_taken')
  return account
}

// A number that cannot be read is no reason to ask nobody: mails reach them.
function validMobile(typed: string | null | undefined, country: CountryCode): string | null {
  try {
    return typed ? parseMobile(typed, country) : null
  } catch {
    return null
  }
}
