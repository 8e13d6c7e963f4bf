import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { actAsOne } from '#server/accounts/door.ts'
import { catalogOf } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { holdsUntil } from '#server/providers/badge.ts'
import { documentById, documentsOf, filesOf, listedDocument } from '#server/providers/checks/check-queries.ts'
import { checkIn, marketOf, presentDocument, presentListed } from '#server/providers/checks/present-document.ts'
import { risksOfArtist } from '#server/providers/checks/risks-of-artist.ts'

/** One document, with what it says and what speaks against it. */
export async function showDocument(
  ctx: Context,
  { documentId }: InputOf<typeof operatorChecks.document>,
): Promise<OutputOf<typeof operatorChecks.document>> {
  const catalog = await catalogOf(ctx.database)
  const found = await documentById(ctx.db, documentId)
  if (!found) throw new Refusal('not_found')
  const { document, artist } = found
  await recordAccess(ctx, { what: 'document', subjectId: documentId, of: [artist.account_id] })
  const market = marketOf(catalog, artist.country_code)
  const check = checkIn(market, document.kind)
  const today = todayIn(market.tz, ctx.now)
  const sent = (await documentsOf(ctx.db, artist.id)).filter(({ kind }) => kind === document.kind)
  const files = await filesOf(
    ctx.db,
    sent.map(({ id }) => id),
  )
  const me = ctx.viewer.accountId ?? ''
  const others = [document.first_approval_by, document.not_by].filter((id) => id !== null)
  let yours = artist.account_id !== me
  for (const other of others) yours &&= !(await actAsOne(ctx.db, other, me))
  return {
    row: presentListed(await listedDocument(ctx.db, documentId), market, today),
    document: presentDocument(document, files, today),
    check,
    risks: await risksOfArtist(
      ctx.db,
      {
        providerId: artist.id,
        accountId: artist.account_id,
        accountName: artist.account_name ?? artist.name,
        document,
      },
      today,
    ),
    wouldHoldUntil: holdsUntil(check, today, document.expires_on),
    yours,
    before: sent.filter(({ id }) => id !== documentId).map((row) => presentDocument(row, files, today)),
  }
}
