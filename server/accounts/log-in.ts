import { hash, verify } from '@node-rs/argon2'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts.ts'
import { type Context, onLoopbackAddress } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentUser } from './present-user.ts'
import { accountByEmail, insertSession } from './queries.ts'
import { sessionSeconds, signingKey, signToken } from './token.ts'

// Checked for unknown addresses, so that they take as long as known ones.
const nobodysHash = hash('no account has this password')

/** Signs in with mail address and password; the same refusal and the same time for a wrong one and an unknown one. */
export async function logIn(ctx: Context, input: InputOf<typeof accounts.login>): Promise<OutputOf<typeof accounts.login>> {
  const account = await accountByEmail(ctx.db, input.email)
  const right = await verify(account?.password_hash ?? (await nobodysHash), input.password)
  if (!account?.password_hash || !right) throw new Refusal('wrong_credentials')
  // Everybody knows the sample passwords, so they open nothing from outside this machine.
  if (account.sample && !onLoopbackAddress(ctx.address)) throw new Refusal('wrong_credentials')
  if (account.suspended_at) throw new Refusal('suspended')
  const expiresAt = new Date(ctx.now.getTime() + sessionSeconds(account.roles) * 1000)
  const session = await insertSession(ctx.db, { account_id: account.id, device: '', expires_at: expiresAt })
  const token = await signToken(await signingKey(ctx.database, ctx.env), account.id, session.id, expiresAt)
  return { token, user: await presentUser(ctx, account) }
}
