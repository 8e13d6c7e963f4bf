import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { type Context, isLoopbackAddress } from '#server/platform/context.ts'
import { countFailedSignIn } from '#server/platform/http/challenge.ts'
import { formatNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getCallerAccount, formatMoment, presentUser } from './caller.ts'
import { verifyPassword } from './password-hash.ts'
import { toAddressee } from './new-account.ts'
import {
  findAccountByEmail,
  findAccountById,
  type AccountRow,
  insertSignIn,
  revokeSession,
  listSearchesOfAccount,
  listActiveSessions,
} from './accounts.queries.ts'
import { signInAccount } from './sign-in.ts'
import { countGuess, resetGuesses, runInConstantTime, waitAfter } from './throttle.ts'
import { endSessions, isKnownDevice, isSampleHere } from './sessions.ts'
import { publishAfterCommit } from '#server/platform/live/announce.ts'
import { invalidateSessions } from './session-cache.ts'
import { formatMobile } from './mobiles.ts'
import { getFactors } from './factors.ts'
import type { account as own } from '#contract/accounts/account.ts'

/** Unknown addresses and wrong passwords have the same error and timing. */
export async function logIn(
  ctx: Context,
  { email, password }: InputOf<typeof accounts.login>,
): Promise<OutputOf<typeof accounts.login>> {
  const guessed = `password ${email}`
  const account = await findAccountByEmail(ctx.db, email)
  // Guesses throttle unknown devices only, never the owner's known browser.
  const known = account !== undefined && (await isKnownDevice(ctx, account.id))
  const failures = known ? 0 : await countGuess(ctx, guessed)
  const right = await verifyPassword(account?.password_hash, password)
  // Sample passwords are public, so they work on this machine only.
  if (!account || !right || (account.sample && !isLoopbackAddress(ctx.address))) {
    await runInConstantTime(async () => {
      await countFailedSignIn(ctx)
      if (account) await notifyFailedSignIn(ctx, account, failures)
    })
    throw new Refusal('wrong_credentials')
  }
  await resetGuesses(ctx, guessed)
  return ctx.transaction((inner) => signInAccount(inner, account, 'password'))
}

async function notifyFailedSignIn(ctx: Context, account: AccountRow, failures: number): Promise<void> {
  await insertSignIn(ctx.db, {
    account_id: account.id,
    how: 'password',
    succeeded: false,
    device: ctx.device,
    network: formatNetwork(ctx.address),
    at: ctx.now,
  })
  const first = waitAfter(failures) > 0 && waitAfter(failures - 1) === 0
  if (!first || isSampleHere(ctx, account)) return
  const sender = await getSender(ctx)
  await ctx.transaction((tx) =>
    notify(tx, sender, {
      kind: 'signIn.failures',
      to: toAddressee(account),
      values: { n: String(failures), dateTime: formatMoment(tx.now, account.country_code) },
      path: '/forgot-password',
      fact: `signIn.failures ${account.id} ${tx.now.toISOString().slice(0, 10)}`,
    }),
  )
}

export async function logOut(ctx: Context): Promise<{ done: true }> {
  const { accountId, sessionId } = ctx.viewer
  if (accountId && sessionId) {
    await revokeSession(ctx.db, sessionId, accountId, ctx.now)
    invalidateSessions(ctx.database, accountId)
    publishAfterCommit(ctx)
  }
  return { done: true }
}

export async function getSignedInUser(ctx: Context): Promise<OutputOf<typeof accounts.me>> {
  const account = ctx.viewer.accountId ? await findAccountById(ctx.db, ctx.viewer.accountId) : undefined
  if (!account) throw new Refusal('not_signed_in')
  const searches = await listSearchesOfAccount(ctx.db, account.id)
  return {
    user: await presentUser(ctx, account),
    needs: await needsOf(ctx, account),
    mobile: formatMobile(account.mobile)?.text ?? null,
    searches: searches.map((s) => ({
      id: s.id,
      place: s.place_name.split(', ').slice(0, 2).join(', '),
      eventDate: s.event_date,
      finishTime: s.finish_time,
    })),
  }
}

async function needsOf(ctx: Context, { id, roles }: AccountRow): Promise<'setup' | 'proof' | null> {
  if (!roles.includes('operator') || ctx.viewer.strong || ctx.viewer.actorId) return null
  const { passkeys, totp } = await getFactors(ctx, id)
  return passkeys.length > 0 || totp ? 'proof' : 'setup'
}

export async function listDevices(ctx: Context): Promise<OutputOf<typeof own.sessions>> {
  const { id } = await getCallerAccount(ctx)
  const sessions = await listActiveSessions(ctx.db, id, ctx.now)
  return sessions.map((s) => ({
    id: s.id,
    device: s.device,
    network: s.network,
    since: s.created_at.toISOString(),
    lastSeen: s.last_seen_at.toISOString(),
    current: s.id === ctx.viewer.sessionId,
  }))
}

export async function endDevice(ctx: Context, { sessionId }: InputOf<typeof own.endSession>): Promise<{ done: true }> {
  const { id } = await getCallerAccount(ctx)
  if (!(await revokeSession(ctx.db, sessionId, id, ctx.now))) throw new Refusal('not_found')
  invalidateSessions(ctx.database, id)
  publishAfterCommit(ctx)
  return { done: true }
}

export async function endOtherDevices(ctx: Context): Promise<{ done: true }> {
  const { id } = await getCallerAccount(ctx)
  await endSessions(ctx, id, ctx.viewer.sessionId)
  return { done: true }
}

export async function endAllDevices(ctx: Context): Promise<{ done: true }> {
  const { id } = await getCallerAccount(ctx)
  await endSessions(ctx, id)
  return { done: true }
}
