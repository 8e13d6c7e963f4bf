import { randomUUID } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { parseMobile } from './mobiles.ts'
import {
  findAccountByEmail,
  findAccountById,
  type AccountRow,
  insertAccountOnce,
  buildTermsInsert,
  insertTermsOnce,
  buildAccountInsert,
  selectRequester,
} from './accounts.queries.ts'
import { isSomebodys, createStandIn } from './stand-ins.ts'
import { getCurrentTermsVersion } from './new-account.ts'

/**
 * Returns the account that requests or books: the caller's, else the one with the email, created without a password if
 * needed. If someone can already sign in to the email's account, returns a stand-in until the owner opens a mailed
 * link. Neither signs in nor sends mail. Runs in the caller's transaction.
 */
export async function getRequesterAccount(
  ctx: Context,
  details: { name: string; email: string; mobile?: string | null | undefined },
  country: CountryCode,
  terms?: string,
): Promise<AccountRow> {
  const own = ctx.viewer.accountId ? await findAccountById(ctx.db, ctx.viewer.accountId) : undefined
  const known =
    own ?? (await findAccountByEmail(ctx.db, details.email)) ?? (await createRequester(ctx, details, country))
  if (known.suspended_at) throw new Refusal('suspended')
  const { name, mobile } = details
  const found =
    !own && isSomebodys(known)
      ? await createStandIn(ctx, known, { name, mobile: validMobile(mobile, country), country })
      : known
  await insertTermsOnce(ctx.db, {
    account_id: found.id,
    terms: 'customer',
    version: terms ?? (await getCurrentTermsVersion(ctx.db, 'customer')),
    at: ctx.now,
  })
  return found
}

type Part = RawBuilder<Record<string, unknown>>
type Known = { id: string; suspended_at: unknown; email_verified_at: unknown; password_hash: unknown; roles: string[] }

export const selectCurrentRequester = (ctx: Context, email: string): RawBuilder<Known | null> =>
  selectRequester(
    ctx.db,
    ctx.viewer.accountId ? { id: ctx.viewer.accountId } : { email },
  ) as unknown as RawBuilder<Known | null>

/**
 * Builds the same as parts of a larger statement, if the account exists or only needs to be created. Returns null if
 * more must be decided.
 */
export function buildRequesterParts(
  ctx: Context,
  known: Known | null,
  details: { name: string; email: string; mobile?: string | null | undefined },
  country: CountryCode,
  terms: string,
): { accountId: string; made: Part; agreed: Part } | null {
  const other = known && !ctx.viewer.accountId && isSomebodys(known)
  if (known?.suspended_at || other || (ctx.viewer.accountId && !known)) return null
  const accountId = known?.id ?? randomUUID()
  const agreed = buildTermsInsert({ account_id: accountId, terms: 'customer', version: terms, at: ctx.now })
  const row = known ? null : { id: accountId, ...newRequester(ctx, details, country) }
  const made = buildAccountInsert(ctx.db, row)
  return { accountId, made, agreed }
}

const newRequester = (
  ctx: Context,
  { name, email, mobile }: { name: string; email: string; mobile?: string | null | undefined },
  country: CountryCode,
) => ({
  name,
  email,
  password_hash: null,
  mobile: validMobile(mobile, country),
  country_code: country,
  roles: ['customer'],
  created_at: ctx.now,
})

async function createRequester(
  ctx: Context,
  details: { name: string; email: string; mobile?: string | null | undefined },
  country: CountryCode,
): Promise<AccountRow> {
  // Concurrent requests with one address create one account.
  const account =
    (await insertAccountOnce(ctx.db, newRequester(ctx, details, country))) ??
    (await findAccountByEmail(ctx.db, details.email))
  if (!account) throw new Refusal('email_taken')
  return account
}

// An invalid number does not block the request, because mails still arrive.
function validMobile(typed: string | null | undefined, country: CountryCode): string | null {
  try {
    return typed ? parseMobile(typed, country) : null
  } catch {
    return null
  }
}
