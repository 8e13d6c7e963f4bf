import { endsText } from '#contract/accounts/ends-text.ts'
import type { Ends } from '#contract/accounts/ends.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { stripEnd } from '#contract/words.ts'
import { addressOf, findAccount, momentOf } from '#server/accounts/index.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { suspendProvider } from '#server/providers/index.ts'
import { changeProvider } from './change-provider.ts'
import { providerRow } from './present-provider.ts'

/** Suspends a profile, ends what customers have open with it and notifies both sides. */
export async function suspendProfile(
  ctx: Context,
  { providerId, reason }: InputOf<typeof operatorPeople.suspendProvider>,
): Promise<OutputOf<typeof operatorPeople.suspendProvider>> {
  const sender = await senderOf(ctx)
  return changeProvider(ctx, providerId, async (inner) => {
    const ended = await suspendProvider(inner, sender, providerId, reason)
    await notifyArtist(inner, sender, providerId, { reason, ended })
  })
}

async function notifyArtist(
  ctx: Context,
  sender: Sender,
  providerId: string,
  { reason, ended }: { reason: string; ended: Ends },
): Promise<void> {
  const { account_id: accountId } = await providerRow(ctx, providerId)
  const account = accountId ? await findAccount(ctx.db, accountId) : undefined
  if (!account) return
  await notify(ctx, sender, {
    kind: 'profile.suspended',
    to: addressOf(account),
    path: '/dashboard/checks#appeals',
    values: {
      dateTime: momentOf(ctx.now, account.country_code),
      reason: stripEnd(reason, /[.!]/),
      ended: endsText(ended),
    },
  })
}
