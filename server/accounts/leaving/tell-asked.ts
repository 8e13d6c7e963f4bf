import { date } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { notify, type Sender } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import type { openAsked } from './asked-queries.ts'

type Asked = Awaited<ReturnType<typeof openAsked>>

/** Tells artists that what was asked of them has ended with its person, of whom nothing is said. In the caller's transaction, once all is erased. */
export async function tellAsked(ctx: Context, sender: Sender, asked: Asked): Promise<void> {
  for (const one of asked) {
    await notify(ctx, sender, {
      kind: 'request.gone',
      to: { email: one.email, name: one.name, accountId: one.artist_id, country: one.country_code },
      path: '/dashboard/calendar',
      fact: `request.gone ${one.id}`,
      values: { date: date(one.event_date, one.country_code as Country, ctx.now.getUTCFullYear()), area: one.area },
    })
    await announce(ctx, { to: [`account:${one.artist_id}`], kind: 'request.ended', ref: one.id })
  }
}
