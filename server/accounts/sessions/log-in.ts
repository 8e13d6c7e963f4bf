import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { type Context, onLoopbackAddress } from '#server/platform/context.ts'
import { countFailedSignIn } from '#server/platform/http/challenge.ts'
import { shownNetwork } from '#server/platform/network.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { momentOf } from '#server/accounts/standing/moment.ts'
import { passwordRight } from '#server/accounts/registering/passwords.ts'
import { addressOf } from '#server/accounts/registering/register-account.ts'
import { type AccountRow, accountByEmail, insertSignIn } from '#server/accounts/queries.ts'
import { welcome } from '#server/accounts/entering/welcome.ts'
import { countGuess, forgetGuesses, waitAfter } from './brake.ts'
import { inEqualTime } from './equal-time.ts'
import { isKnownDevice, isSampleHere } from './known-device.ts'

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
