import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { addEnds } from '#contract/accounts/ends-text.ts'
import { dependants, legalHoldOf } from '#server/accounts/index.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { countsOf, devicesOf, signInsOf } from './people-queries.ts'
import { hubOf } from './present-hub.ts'
import { personOf } from './present-person.ts'

/** One person, with what they have on the site, and how and where they sign in. */
export async function showPerson(
  ctx: Context,
  { accountId }: InputOf<typeof operatorPeople.person>,
): Promise<OutputOf<typeof operatorPeople.person>> {
  const person = await personOf(ctx, accountId)
  await recordAccess(ctx, { what: 'person', subjectId: accountId, of: [accountId] })
  const hold = await legalHoldOf(ctx.db, accountId)
  const [signIns, devices, counts] = [
    await signInsOf(ctx.db, accountId),
    await devicesOf(ctx.db, accountId, ctx.now),
    await countsOf(ctx.db, accountId),
  ]
  const asCustomer = await dependants().previewForCustomer(ctx, { accountId, email: person.email })
  const asArtist = counts.providerId ? await dependants().previewForArtist(ctx, counts.providerId) : null
  return {
    person,
    ...counts,
    ends: addEnds(asCustomer, asArtist),
    hub: await hubOf(ctx, { accountId }),
    hold: hold ? { ...hold, since: hold.since.toISOString() } : null,
    devices: devices.map(({ device, network, last_seen_at }) => ({
      device,
      network,
      lastSeenAt: last_seen_at.toISOString(),
    })),
    signIns: signIns.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  }
}
