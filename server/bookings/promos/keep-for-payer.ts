import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockPromo, setPerson, standingUse } from './promo-queries.ts'
import { refusePerson } from './refuse-promo.ts'

/** A code that is kept is used by whoever pays, who may not be whom the search was for; refused where they cannot use it. In the caller's transaction. */
export async function keepForPayer(
  tx: Context,
  holdId: string,
  { person, email }: { person: Buffer; email: string },
): Promise<void> {
  const use = await standingUse(tx.db, holdId)
  const row = use && (await lockPromo(tx.db, use.promo_id))
  if (!use || !row) throw new Refusal('state_changed')
  await refusePerson(tx, row, { person, email, holdId })
  await setPerson(tx.db, use.id, person)
}
