import { savedTestCards } from '#contract/payments/cards.ts'
import { actingAs, newAddress, newKey } from '#server/bookings/small-bookings.ts'
import type { TestRig } from '#server/test-rig.ts'

/** Begins to save a card of somebody's. */
export async function beginCard(rig: TestRig, accountId: string): Promise<{ id: string; clientSecret: string }> {
  const me = await actingAs(rig, accountId)
  const answer = await me('/v1/cards', 'POST', { countryCode: 'GB', agreed: true })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.setup
}

/** Fills in a card that has been begun, as the browser does. */
export const fillCard = (rig: TestRig, clientSecret: string, more: object = {}) =>
  rig.call(`/v1/test-bank/setups/${clientSecret}/confirm`, {
    method: 'POST',
    body: { number: savedTestCards.success, expiry: '4 / 30', code: '123', ...more },
    address: newAddress(),
    headers: { 'idempotency-key': newKey() },
  })

/** Saves a card of somebody's; answers it as it is kept then. */
export async function keepCard(rig: TestRig, accountId: string, number: string = savedTestCards.success) {
  const { id, clientSecret } = await beginCard(rig, accountId)
  const typed = await fillCard(rig, clientSecret, { number })
  if (typed.status !== 200) throw new Error(JSON.stringify(typed.body))
  return (await (await actingAs(rig, accountId))(`/v1/cards/${id}/saved`, 'POST', {})).body.data.card
}
