import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getCallerAccount } from './caller.ts'
import { writeCodeText } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { countTry, lockNumber, saveCode, saveProven } from './own-account.queries.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

const hashOfCode = (accountId: string, code: string): Buffer =>
  createHash('sha256').update(`${accountId} ${code}`).digest()

export async function sendNumberCode(ctx: Context): Promise<OutputOf<typeof own.sendNumberCode>> {
  const { id, mobile } = await getCallerAccount(ctx)
  if (!mobile) throw new Refusal('no_channel')
  await sendCodeToNumber(ctx, { accountId: id, mobile })
  return { sent: true }
}

/**
 * Sends a six-digit code to a number, valid for ten minutes, and runs `also` in the same transaction. Throws for
 * numbers other than mobiles of the four countries, and above the limit per number.
 */
export async function sendCodeToNumber(
  ctx: Context,
  { accountId, mobile }: { accountId: string; mobile: string },
  also: (tx: Context) => Promise<void> = async () => {},
): Promise<void> {
  if (!canReceiveTexts(mobile)) throw createFieldRefusal('number_not_supported', 'mobile')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.transaction(async (tx) => {
    await lockNumber(tx.db, mobile)
    if (!(await writeCodeText(tx, { accountId, mobile, code }))) throw new Refusal('too_many_codes')
    await saveCode(tx.db, { account_id: accountId, mobile, code_hash: hashOfCode(accountId, code), sent_at: tx.now })
    await also(tx)
  })
}

const GOOD_MS = 10 * 60_000
const TRIES = 5

export async function proveNumber(
  ctx: Context,
  { code }: InputOf<typeof own.proveNumber>,
): Promise<OutputOf<typeof own.proveNumber>> {
  const { id, mobile } = await getCallerAccount(ctx)
  if (!mobile) throw createFieldRefusal('code_wrong', 'code')
  await proveCodeOfNumber(ctx, { accountId: id, mobile, code })
  return { proven: true }
}

/** Saves that a number belongs to an account. Throws if the code is wrong. Must not run inside a transaction. */
export async function proveCodeOfNumber(
  ctx: Context,
  { accountId, mobile, code }: { accountId: string; mobile: string; code: string },
): Promise<void> {
  const since = new Date(ctx.now.getTime() - GOOD_MS)
  // The attempt is stored before the result is known.
  const asked = await ctx.transaction((tx) => countTry(tx.db, { accountId, mobile, since, most: TRIES }))
  if (!asked?.code_hash || !timingSafeEqual(asked.code_hash, hashOfCode(accountId, code)))
    throw createFieldRefusal('code_wrong', 'code')
  await saveProven(ctx.db, accountId, mobile, ctx.now)
}

const countries: readonly (string | undefined)[] = ['AU', 'US', 'GB', 'CA']
// North American numbers do not distinguish mobile from landline.
const kinds: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE']

/**
 * Returns whether a number is a mobile of the four countries by assigned ranges. Excludes premium, toll-free, satellite
 * and foreign numbers.
 */
export function canReceiveTexts(e164: string): boolean {
  const number = parsePhoneNumberFromString(e164)
  return countries.includes(number?.country) && kinds.includes(number?.getType())
}
