import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownAppeals } from '#contract/signup/appeals/appeals.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { withSealed } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { ownProvider } from '#server/providers/index.ts'
import { appealable, insertAppeal, openAppeal } from './appeal-queries.ts'
import { appealableSince, presentOwnAppeals, reasonOf } from './present-appeal.ts'

/** Asks for another person's decision; one appeal at a time, and one for each decision. */
export async function sendAppeal(
  ctx: Context,
  { kind, documentId, words, pictures }: InputOf<typeof ownAppeals.send>,
): Promise<OutputOf<typeof ownAppeals.send>> {
  const catalog = await catalogOf(ctx.database)
  const provider = await ownProvider(ctx)
  if (await openAppeal(ctx.db, provider.id)) throw new Refusal('appeal_open')
  const decisions = await appealable(ctx.db, provider.id, appealableSince(ctx.now))
  const made = decisions.find((one) => one.kind === kind && one.documentId === documentId)
  if (!made) throw new Refusal('appeal_closed')
  return withSealed(ctx, pictures, (files) =>
    ctx.transaction(async (inner) => {
      const kept = await insertAppeal(
        inner.db,
        {
          provider_id: provider.id,
          kind,
          document_id: made.documentId,
          round_id: made.roundId,
          decision_at: made.at,
          against: made.by,
          reason: reasonOf(made),
          words,
          sent_at: inner.now,
        },
        files.map(({ file }) => file),
      )
      // Another call of theirs came first.
      if (!kept) throw new Refusal('appeal_open')
      return presentOwnAppeals(inner, catalog, provider)
    }),
  )
}
