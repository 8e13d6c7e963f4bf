import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { checks } from '#contract/providers/checks/checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findProvider } from '#server/providers/queries.ts'
import { hasBadge, stands } from '#server/providers/badge.ts'
import { accepted, heldBy } from './check-queries.ts'
import { marketOf } from './present-document.ts'

/** What the badge of a live or paused artist means today. */
export async function showChecked(
  ctx: Context,
  { profileId }: InputOf<typeof checks.of>,
): Promise<OutputOf<typeof checks.of>> {
  const db = ctx.reads
  const provider = await findProvider(db, profileId, ['approved', 'paused'])
  ctx.about(`artist:${provider?.slug ?? profileId}`)
  if (!provider) throw new Refusal('not_found')
  const market = marketOf(await catalogOf(ctx.database), provider.country_code)
  const today = todayIn(market.tz, ctx.now)
  const held = await heldBy(db, provider.id)
  const looked = new Map((await accepted(db, provider.id)).map((row) => [row.kind, row]))
  const shown = market.checks.filter(({ asked }) => asked !== 'off')
  return {
    name: provider.name,
    countryCode: market.countryCode,
    verified: hasBadge(market.checks, held, today),
    standing: shown.flatMap(({ kind, label, proves }) => {
      const row = looked.get(kind)
      return row?.decided_at && stands(held, kind, today)
        ? [{ kind, label, proves, checkedOn: todayIn(market.tz, row.decided_at), validUntil: row.valid_until }]
        : []
    }),
    missing: shown.filter(({ kind }) => !stands(held, kind, today)).map(({ kind, label }) => ({ kind, label })),
  }
}
