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

/** Who asks or books: the caller's own account, else that of the mail address, made without a password where there is none; where somebody may sign in with that address already, a stand-in for them until they open the link of a mail. Signs nobody in and sends nothing. In the caller's transaction. */
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

/** Who books, as a column of what is read first. */
export const selectCurrentRequester = (ctx: Context, email: string): RawBuilder<Known | null> =>
  selectRequester(
    ctx.db,
    ctx.viewer.accountId ? { id: ctx.viewer.accountId } : { email },
  ) as unknown as RawBuilder<Known | null>

/** The same as parts of a statement that does more, where the caller's own account, or the one of the address, simply is who books, or is made; null where there is more to decide. */
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
  // Two who ask at once with one address make one account.
  const account =
    (await insertAccountOnce(ctx.db, newRequester(ctx, details, country))) ??
    (await findAccountByEmail(ctx.db, details.email))
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
