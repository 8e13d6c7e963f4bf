import { createHash, randomInt } from 'node:crypto'
import type { account as own } from '#contract/accounts/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { callerAccount } from '#server/accounts/caller.ts'
import { getsTexts } from '#server/accounts/registering/texted.ts'
import { writeCodeText } from '#server/notifications/outbox/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { lockNumber, saveCode } from './number-queries.ts'

export const hashOfCode = (accountId: string, code: string): Buffer =>
  createHash('sha256').update(`${accountId} ${code}`).digest()

/** Sends six digits to the caller's own number, which prove it for ten minutes; refuses numbers that are no mobile of the four countries, and a number that has had its codes. */
export async function sendNumberCode(ctx: Context): Promise<OutputOf<typeof own.sendNumberCode>> {
  const { id, mobile } = await callerAccount(ctx)
  if (!mobile) throw new Refusal('no_channel')
  if (!getsTexts(mobile)) throw refuseField('number_not_texted', 'mobile')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.transaction(async (tx) => {
    await lockNumber(tx.db, mobile)
    if (!(await writeCodeText(tx, { accountId: id, mobile, code }))) throw new Refusal('too_many_codes')
    await saveCode(tx.db, { account_id: id, mobile, code_hash: hashOfCode(id, code), sent_at: tx.now })
  })
  return { sent: true }
}
