import { truncate } from '#contract/text.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { holdsUntil } from '#server/providers/badge.ts'
import { insertDocument } from './check-queries.ts'
import { checkIn, marketOf } from './present-document.ts'

type Approved = {
  provider: { id: string; country_code: string }
  holder: string
  sentAt: Date
  /** Who said yes before, where two had to. */
  first: { by: string; at: Date } | null
  secondLook: boolean
}

/** Reads how long an identity that is proven today holds there; before the transaction that keeps it. */
export async function identityHolds(ctx: Context, countryCode: string): Promise<string | null> {
  const market = marketOf(await catalogOf(ctx.database), countryCode)
  return holdsUntil(checkIn(market, 'identity'), todayIn(market.tz, ctx.now), null)
}

/** Keeps that the caller has compared somebody with their document, as the check of their identity. In the transaction of the approval. */
export const keepIdentityCheck = (
  { db, now, viewer }: Context,
  { provider, holder, sentAt, first, secondLook }: Approved,
  validUntil: string | null,
): Promise<boolean> =>
  insertDocument(
    db,
    {
      provider_id: provider.id,
      kind: 'identity',
      holder: truncate(holder, 100),
      state: 'accepted',
      sent_at: sentAt,
      second_look: secondLook,
      first_approval_by: first?.by ?? null,
      first_approval_at: first?.at ?? null,
      decided_by: viewer.accountId,
      decided_at: now,
      valid_until: validUntil,
    },
    [],
  )
