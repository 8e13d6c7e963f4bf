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

/** Sends six digits to the caller's own number, which prove it for ten minutes; refuses numbers that are no mobile of the four countries, and a number that has had its codes. */
export async function sendNumberCode(ctx: Context): Promise<OutputOf<typeof own.sendNumberCode>> {
  const { id, mobile } = await getCallerAccount(ctx)
  if (!mobile) throw new Refusal('no_channel')
  if (!canReceiveTexts(mobile)) throw createFieldRefusal('number_not_supported', 'mobile')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.transaction(async (tx) => {
    await lockNumber(tx.db, mobile)
    if (!(await writeCodeText(tx, { accountId: id, mobile, code }))) throw new Refusal('too_many_codes')
    await saveCode(tx.db, { account_id: id, mobile, code_hash: hashOfCode(id, code), sent_at: tx.now })
  })
  return { sent: true }
}

const GOOD_MS = 10 * 60_000
const TRIES = 5

/** Proves the caller's own number by the digits that were sent to it: five tries within ten minutes. */
export async function proveNumber(
  ctx: Context,
  { code }: InputOf<typeof own.proveNumber>,
): Promise<OutputOf<typeof own.proveNumber>> {
  const { id, mobile } = await getCallerAccount(ctx)
  const since = new Date(ctx.now.getTime() - GOOD_MS)
  // A try counts whatever comes of it: it is written before the answer is known.
  const asked = await ctx.transaction(async (tx) =>
    mobile ? countTry(tx.db, { accountId: id, mobile, since, most: TRIES }) : undefined,
  )
  if (!mobile || !asked?.code_hash || !timingSafeEqual(asked.code_hash, hashOfCode(id, code)))
    throw createFieldRefusal('code_wrong', 'code')
  await saveProven(ctx.db, id, mobile, ctx.now)
  return { proven: true }
}

const countries: readonly (string | undefined)[] = ['AU', 'US', 'GB', 'CA']
// In the North American plan a number does not say whether it is in a pocket or on a desk.
const kinds: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE']

/** Whether texts may go to a number at all: a mobile of one of the four countries, by the ranges that are given out; no premium, toll-free, satellite or foreign one. */
export function canReceiveTexts(e164: string): boolean {
  const number = parsePhoneNumberFromString(e164)
  return countries.includes(number?.country) && kinds.includes(number?.getType())
}
