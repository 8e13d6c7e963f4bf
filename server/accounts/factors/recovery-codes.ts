import { createHash, randomInt } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import { recoveryCodesLeft, saveRecoveryCodes, takeRecoveryCode } from './factor-queries.ts'

const HOW_MANY = 10
// Nothing that is taken for something else on paper.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const hashOf = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest()

const newCode = (): string =>
  Array.from({ length: 12 }, (_, i) => (i === 4 || i === 8 ? '-' : '') + letters[randomInt(letters.length)]).join('')

/** Ten new codes in the place of all there were; only their hashes are kept. */
export async function newRecoveryCodes(ctx: Context, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode)
  await saveRecoveryCodes(
    ctx.db,
    accountId,
    codes.map((code) => hashOf(accountId, code)),
  )
  return codes
}

/** Ten codes where there are none, else null. */
export const firstRecoveryCodes = async (ctx: Context, accountId: string): Promise<string[] | null> =>
  (await recoveryCodesLeft(ctx.db, accountId)) > 0 ? null : newRecoveryCodes(ctx, accountId)

/** Whether this is a code of theirs that had not been used; it is used now. */
export const recoveryCodeRight = (ctx: Context, accountId: string, code: string): Promise<boolean> =>
  takeRecoveryCode(ctx.db, accountId, hashOf(accountId, code), ctx.now)
