import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownChecks } from '#contract/providers/checks/own-checks.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/own-provider.ts'
import { withSealed } from '#server/pictures/door.ts'
import { insertDocument } from './check-queries.ts'
import { checkIn, marketOf } from './present-document.ts'
import { presentOwnChecks } from './present-own-checks.ts'

/** Keeps a document of the caller's until a person has looked at it. */
export async function sendDocument(
  ctx: Context,
  { pictures, ...said }: InputOf<typeof ownChecks.send>,
): Promise<OutputOf<typeof ownChecks.send>> {
  const catalog = await catalogOf(ctx.database)
  const provider = await ownProvider(ctx)
  const market = marketOf(catalog, provider.country_code)
  if (checkIn(market, said.kind).asked === 'off') throw new Refusal('check_not_asked')
  if (said.expiresOn !== null && said.expiresOn < todayIn(market.tz, ctx.now))
    throw refuseField('document_over', 'expiresOn')
  return withSealed(ctx, pictures, (files) =>
    ctx.transaction(async (inner) => {
      const { kind, holder, number, issuer } = said
      const kept = await insertDocument(
        inner.db,
        { provider_id: provider.id, kind, holder, number, issuer, expires_on: said.expiresOn, sent_at: inner.now },
        files,
      )
      if (!kept) throw new Refusal('document_waits')
      return presentOwnChecks(inner, catalog, provider)
    }),
  )
}
