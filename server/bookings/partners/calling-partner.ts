import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** The partner whose key is shown. */
export function callingPartner({ viewer: { key } }: Context): string {
  if (!key?.partnerId) throw new Refusal('not_yours')
  return key.partnerId
}
