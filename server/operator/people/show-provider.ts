import { hasDuty } from '#contract/accounts/duties.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorPeople } from '#contract/operator/people.ts'
import { dependants } from '#server/accounts/index.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hubOf } from './present-hub.ts'
import { pricesOf, roundsOf } from './people-queries.ts'
import { presentProvider, providerRow } from './present-provider.ts'

/** One provider, with what they have on the site, prices and the rounds of checking. */
export async function showProvider(
  ctx: Context,
  { providerId }: InputOf<typeof operatorPeople.provider>,
): Promise<OutputOf<typeof operatorPeople.provider>> {
  const catalog = await catalogOf(ctx.database)
  const row = await providerRow(ctx, providerId)
  const currency = catalog.markets.get(row.country_code)?.currency ?? 'AUD'
  const prices = await pricesOf(ctx.db, providerId)
  const rounds = await roundsOf(ctx.db, providerId)
  const hub = hasDuty(ctx.viewer.duties, ['support']) ? await hubOf(ctx, { providerId }) : null
  if (hub) await recordAccess(ctx, { what: 'people', of: hub.conversations.latest.map(({ withId }) => withId) })
  return {
    provider: presentProvider(row),
    bio: row.bio,
    ends: await dependants().previewForArtist(ctx, providerId),
    hub,
    services: prices.map(({ service_id, status, cost_minor }) => ({
      id: service_id,
      label: catalog.services.get(service_id)?.label ?? service_id,
      status,
      cost: cost_minor === null ? null : major(cost_minor),
      currency,
    })),
    rounds: rounds.map((r) => ({
      round: r.round,
      submittedAt: r.submitted_at.toISOString(),
      decision: r.decision,
      decidedAt: r.decided_at?.toISOString() ?? null,
      decidedBy: r.decided_by,
      note: r.note,
    })),
  }
}
