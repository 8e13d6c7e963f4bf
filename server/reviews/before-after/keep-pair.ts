import { claimUpload, uploadOf } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Reviewed } from '#server/reviews/queries.ts'
import { insertPair } from './pair-queries.ts'

interface NewPair {
  before: string
  after: string
  guestId: string | null
  /** Who sent the two pictures. */
  by: 'provider' | 'person'
  accountId: string | null
}

/** Keeps two pictures of one person of an appointment that is over; nobody but the two sides sees them yet. In the caller's transaction. */
export async function keepPair(
  tx: Context,
  a: Reviewed,
  { before, after, guestId, by, accountId }: NewPair,
): Promise<void> {
  if (tx.now < a.ends_at) throw new Refusal('review_early', { detail: { opensAt: a.ends_at.toISOString() } })
  const own = { ...tx, viewer: { ...tx.viewer, accountId } }
  const found = { ofPair: true }
  const [first, second] = [await uploadOf(own, before, found), await uploadOf(own, after, found)]
  if (first.id === second.id || first.used_at || second.used_at) throw new Refusal('not_found')
  const kept = await insertPair(tx.db, {
    appointment_id: a.id,
    provider_id: a.provider_id,
    guest_id: guestId,
    before_upload: first.id,
    after_upload: second.id,
    added_by: by,
    added_at: tx.now,
  })
  if (!kept) throw new Refusal('state_changed')
  for (const { id } of [first, second]) await claimUpload(tx, id)
}
