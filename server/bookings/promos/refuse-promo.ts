import type { Minor } from '#contract/money.ts'
import { accountByEmail } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasBooked, type PromoRow, usesOf } from './promo-queries.ts'

type Asked = { providerId: string; totalMinor: Minor }

/** Refuses a code that does not stand now, or not for this artist and price. */
export function refusePromo(row: PromoRow, { providerId, totalMinor }: Asked, now: Date): void {
  if (row.stopped_at) throw new Refusal('promo_stopped')
  if (row.starts_at > now) throw new Refusal('promo_not_yet')
  if (row.ends_at && row.ends_at <= now) throw new Refusal('promo_over')
  if (row.provider_id && row.provider_id !== providerId) throw new Refusal('promo_other_artist')
  if (totalMinor < row.least_total_minor) throw new Refusal('promo_too_small')
}

type Person = { person: Buffer; email: string; holdId: string }

/** Refuses a code to somebody who has used it as often as a person can, or who has booked before where it is for a first booking. In the caller's transaction, under the lock of the code. */
export async function refusePerson(ctx: Context, row: PromoRow, { person, email, holdId }: Person): Promise<void> {
  if (row.most_each !== null && (await usesOf(ctx.db, row.id, person, holdId)) >= row.most_each)
    throw new Refusal('promo_not_again')
  if (!row.first_only) return
  const account = await accountByEmail(ctx.db, email)
  if (account && (await hasBooked(ctx.db, account.id, row.provider_id))) throw new Refusal('promo_first_only')
}
