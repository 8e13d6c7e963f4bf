import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownBookings } from '#contract/bookings/own-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { saveCalendarKey } from './feed-queries.ts'

export const addressOfKey = ({ env }: Context, key: string): string => `${env.publicUrl}/v1/calendars/${key}.ics`

/** The secret address of one's own calendar, made on the first asking; anew, whoever had the old one reads nothing more. */
export async function calendarAddress(
  ctx: Context,
  { side, anew }: InputOf<typeof ownBookings.calendarAddress>,
): Promise<OutputOf<typeof ownBookings.calendarAddress>> {
  if (side === 'provider' && !ctx.viewer.roles.includes('provider')) throw new Refusal('not_found')
  return ctx.once(async (tx) => {
    const key = await saveCalendarKey(
      tx.db,
      {
        account_id: tx.viewer.accountId as string,
        side,
        key: randomBytes(24).toString('base64url'),
        created_at: tx.now,
      },
      anew,
    )
    return { address: addressOfKey(tx, key) }
  })
}
