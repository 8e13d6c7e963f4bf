import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import { notify, senderOf } from '#server/notifications/index.ts'
import { type Context, onLoopbackAddress } from '#server/platform/context.ts'
import { countFailedSignIn } from '#server/platform/http/challenge.ts'
import { shownNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerAccount, momentOf, presentUser } from './caller.ts'
import { passwordRight } from './password-hash.ts'
import { addressOf } from './new-account.ts'
import {
  accountByEmail,
  accountById,
  type AccountRow,
  insertSignIn,
  revokeSession,
  searchesOfAccount,
  standingSessions,
} from './accounts.queries.ts'
import { welcome } from './sign-in.ts'
import { countGuess, forgetGuesses, inEqualTime, waitAfter } from './throttle.ts'
import { endSessions, isKnownDevice, isSampleHere } from './sessions.ts'
import { sayAfter } from '#server/platform/live/announce.ts'
import { forgetSessions } from './session-cache.ts'
import { shownMobile } from './mobiles.ts'
import { factorsOf } from './factors.ts'
import type { account as own } from '#contract/accounts/account.ts'

/** Signs in with mail address and password; the same refusal and the same time for a wrong one and an unknown one. */
export async function logIn(
  ctx: Context,
  { email, password }: InputOf<typeof accounts.login>,
): Promise<OutputOf<typeof accounts.login>> {
  const guessed = `password ${email}`
  const account = await accountByEmail(ctx.db, email)
  // Whoever guesses makes strangers wait, never the person in a browser of their own.
  const known = account !== undefined && (await isKnownDevice(ctx, account.id))
  const failures = known ? 0 : await countGuess(ctx, guessed)
  const right = await passwordRight(account?.password_hash, password)
  // Everybody knows the sample passwords, so they open nothing from outside this machine.
  if (!account || !right || (account.sample && !onLoopbackAddress(ctx.address))) {
    await inEqualTime(async () => {
      await countFailedSignIn(ctx)
      if (account) await tellFailure(ctx, account, failures)
    })
    throw new Refusal('wrong_credentials')
  }
  await forgetGuesses(ctx, guessed)
  return ctx.transaction((inner) => welcome(inner, account, 'password'))
}

async function tellFailure(ctx: Context, account: AccountRow, failures: number): Promise<void> {
  await insertSignIn(ctx.db, {
    account_id: account.id,
    how: 'password',
    succeeded: false,
    device: ctx.device,
    network: shownNetwork(ctx.address),
    at: ctx.now,
  })
  const first = waitAfter(failures) > 0 && waitAfter(failures - 1) === 0
  if (!first || isSampleHere(ctx, account)) return
  const sender = await senderOf(ctx)
  await ctx.transaction((tx) =>
    notify(tx, sender, {
      kind: 'signIn.failures',
      to: addressOf(account),
      values: { n: String(failures), dateTime: momentOf(tx.now, account.country_code) },
      path: '/forgot-password',
      fact: `signIn.failures ${account.id} ${tx.now.toISOString().slice(0, 10)}`,
    }),
  )
}

/** Ends the caller's session; its token is refused from then on. */
export async function logOut(ctx: Context): Promise<{ done: true }> {
  const { accountId, sessionId } = ctx.viewer
  if (accountId && sessionId) {
    await revokeSession(ctx.db, sessionId, accountId, ctx.now)
    forgetSessions(ctx.database, accountId)
    sayAfter(ctx)
  }
  return { done: true }
}

/** Who is signed in, with the searches that are theirs. */
export async function showMe(ctx: Context): Promise<OutputOf<typeof accounts.me>> {
  const account = ctx.viewer.accountId ? await accountById(ctx.db, ctx.viewer.accountId) : undefined
  if (!account) throw new Refusal('not_signed_in')
  const searches = await searchesOfAccount(ctx.db, account.id)
  return {
    user: await presentUser(ctx, account),
    needs: await needsOf(ctx, account),
    mobile: shownMobile(account.mobile)?.text ?? null,
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
  const { passkeys, totp } = await factorsOf(ctx, id)
  return passkeys.length > 0 || totp ? 'proof' : 'setup'
}

/** Where the caller is logged in, the latest first. */
export async function listDevices(ctx: Context): Promise<OutputOf<typeof own.sessions>> {
  const { id } = await callerAccount(ctx)
  const sessions = await standingSessions(ctx.db, id, ctx.now)
  return sessions.map((s) => ({
    id: s.id,
    device: s.device,
    network: s.network,
    since: s.created_at.toISOString(),
    lastSeen: s.last_seen_at.toISOString(),
    current: s.id === ctx.viewer.sessionId,
  }))
}

/** Logs one of the caller's devices out. */
export async function endDevice(ctx: Context, { sessionId }: InputOf<typeof own.endSession>): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  if (!(await revokeSession(ctx.db, sessionId, id, ctx.now))) throw new Refusal('not_found')
  forgetSessions(ctx.database, id)
  sayAfter(ctx)
  return { done: true }
}

/** Logs every other device of the caller out. */
export async function endOtherDevices(ctx: Context): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  await endSessions(ctx, id, ctx.viewer.sessionId)
  return { done: true }
}

/** Logs the caller out everywhere, here too. */
export async function endAllDevices(ctx: Context): Promise<{ done: true }> {
  const { id } = await callerAccount(ctx)
  await endSessions(ctx, id)
  return { done: true }
}
