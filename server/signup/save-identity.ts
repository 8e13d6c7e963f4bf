import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { deleteSealed, type SealedPicture, withSealed } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'

import { lockProvider, providerOfAccount } from '#server/providers/index.ts'
import { callerOf, readStanding } from './standing.ts'
import { gestureOf, insertIdentity, retireIdentity, saveStep, spendGesture } from './queries.ts'

const open = ['draft', 'changes_requested', 'rejected']

/** Keeps a selfie or a document, encrypted; the one before it is deleted. Nobody but the team can look at it. */
export async function saveIdentity(
  ctx: Context,
  input: InputOf<typeof signup.identity>,
): Promise<OutputOf<typeof signup.identity>> {
  const accountId = callerOf(ctx)
  const catalog = await catalogOf(ctx.database)
  const provider = await providerOfAccount(ctx.db, accountId)
  if (!provider) throw new Refusal('not_found')
  if (!open.includes(provider.state)) throw new Refusal('state_changed')
  if (input.kind === 'selfie' && !(await gestureOf(ctx.db, accountId, ctx.now)))
    throw refuseField('gesture_ended', 'selfie')
  const kept = await withSealed(ctx, [input.dataUri], ([picture]) =>
    ctx.transaction(async (ctx) => {
      // Held and asked again: while the picture was written the profile may have gone to be checked.
      const held = await lockProvider(ctx.db, accountId)
      if (!held || !open.includes(held.state)) throw new Refusal('state_changed')
      const gesture = input.kind === 'selfie' ? await spendGesture(ctx.db, accountId, ctx.now) : undefined
      if (input.kind === 'selfie' && !gesture) throw refuseField('gesture_ended', 'selfie')
      const before = await retireIdentity(ctx.db, provider.id, input.kind, ctx.now)
      await insertIdentity(ctx.db, {
        provider_id: provider.id,
        kind: input.kind,
        document: input.kind === 'document' ? (input.document ?? 'passport') : null,
        ...(picture as SealedPicture),
        gesture: gesture ? `${gesture.gesture}, code ${gesture.code}` : '',
        created_at: ctx.now,
      })
      // A picture that was sent back counts as fixed with its new one.
      const { standing, progress } = await readStanding(ctx.db, catalog, accountId)
      if (standing.saved.has('selfie')) await saveStep(ctx.db, accountId, 'selfie', ctx.now)
      return {
        before,
        progress: standing.saved.has('selfie') ? (await readStanding(ctx.db, catalog, accountId)).progress : progress,
      }
    }),
  )
  if (kept.before) await deleteSealed(ctx, kept.before.file)
  return kept.progress
}
