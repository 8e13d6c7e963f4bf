import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from '#server/providers/own-profile/own-profile.ts'
import { allServicesOf } from '#server/providers/own-profile/own-queries.ts'
import { setShares } from './selling-queries.ts'

/** Sets what share of the price the caller asks for at once, service by service; what is quoted or booked keeps its own. */
export const setDeposits = (
  ctx: Context,
  { items }: InputOf<typeof ownProfile.deposits>,
): Promise<OutputOf<typeof ownProfile.deposits>> =>
  changeOwn(ctx, async (ctx, row) => {
    const known = await allServicesOf(ctx.db, row.id)
    items.forEach(({ serviceId }, index) => {
      if (!known.some((service) => service.service_id === serviceId))
        throw refuseField('unknown_service', `items.${index}.serviceId`)
      if (items.findIndex((item) => item.serviceId === serviceId) !== index)
        throw refuseField('service_twice', `items.${index}.serviceId`)
    })
    const shares = items.map(({ serviceId, share }) => ({ id: serviceId, share }))
    await setShares(ctx.db, row.id, shares)
    await record(ctx, {
      act: 'provider.deposits',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: known
        .filter(({ service_id }) => shares.some(({ id }) => id === service_id))
        .map(({ service_id, deposit_share }) => ({ id: service_id, share: deposit_share })),
      after: shares,
    })
  })
