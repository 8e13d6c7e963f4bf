import { date, zonedDay } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { findAccount } from '#server/accounts/door.ts'
import { notify, type Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { providerById } from '#server/providers/door.ts'
import type { FeedRow } from './feed-queries.ts'

type FeedProblem = 'failing' | 'empty' | 'incomplete'

/**
 * Mails the owner of a calendar about a problem, in the caller's transaction. `spell` names the occasion: there is one
 * mail for each.
 */
export async function notifyFeedOwner(
  ctx: Context,
  sender: Sender,
  row: FeedRow,
  problem: FeedProblem,
  { spell, since }: { spell: string; since: Date },
): Promise<void> {
  const provider = await providerById(ctx.db, row.provider_id)
  const owner = provider?.account_id ? await findAccount(ctx.db, provider.account_id) : undefined
  if (!provider || !owner) return
  await notify(ctx, sender, {
    kind: `feed.${problem}`,
    to: { email: owner.email, name: owner.name, accountId: owner.id, country: owner.country_code },
    path: '/dashboard/calendar',
    fact: `feed.${problem} ${row.id} ${spell}`,
    values: {
      name: row.name || new URL(row.url).hostname,
      reason: row.error,
      date: date(
        zonedDay(since.toISOString(), provider.tz),
        provider.country_code as Country,
        ctx.now.getUTCFullYear(),
      ),
    },
  })
}
