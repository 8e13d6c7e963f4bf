import { fixedRetentionDays } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { deleteSealed, type SealedPicture, runWithSealedPictures } from '#server/pictures/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { lockProvider, findProviderOfAccount } from '#server/providers/index.ts'
import { getCallerId, readStanding } from './signup.ts'
import {
  listIdentityPicturesToPurge,
  findGesture,
  insertIdentity,
  markPurged,
  retireIdentityPicture,
  saveGesture,
  saveStep,
  consumeGesture,
} from './signup.queries.ts'
import type { Hono } from 'hono'
import { createSealedRoutes } from '#server/pictures/sealed-routes.ts'
import type { Rig } from '#server/platform/rig.ts'
import { findIdentityPicture } from './verification.queries.ts'
import { randomInt } from 'node:crypto'

const open = ['draft', 'changes_requested', 'rejected']

/** Encrypts the picture and replaces the previous one. Only operators can view it. */
export async function saveIdentity(
  ctx: Context,
  input: InputOf<typeof signup.identity>,
): Promise<OutputOf<typeof signup.identity>> {
  const accountId = getCallerId(ctx)
  const catalog = await getCatalog(ctx.database)
  const provider = await findProviderOfAccount(ctx.db, accountId)
  if (!provider) throw new Refusal('not_found')
  if (!open.includes(provider.state)) throw new Refusal('state_changed')
  if (input.kind === 'selfie' && !(await findGesture(ctx.db, accountId, ctx.now)))
    throw createFieldRefusal('gesture_ended', 'selfie')
  const kept = await runWithSealedPictures(ctx, [input.dataUri], ([picture]) =>
    ctx.transaction(async (ctx) => {
      // Checked again under the lock: the profile may have been submitted during the upload.
      const held = await lockProvider(ctx.db, accountId)
      if (!held || !open.includes(held.state)) throw new Refusal('state_changed')
      const gesture = input.kind === 'selfie' ? await consumeGesture(ctx.db, accountId, ctx.now) : undefined
      if (input.kind === 'selfie' && !gesture) throw createFieldRefusal('gesture_ended', 'selfie')
      const before = await retireIdentityPicture(ctx.db, provider.id, input.kind, ctx.now)
      await insertIdentity(ctx.db, {
        provider_id: provider.id,
        kind: input.kind,
        document: input.kind === 'document' ? (input.document ?? 'passport') : null,
        ...(picture as SealedPicture),
        gesture: gesture ? `${gesture.gesture}, code ${gesture.code}` : '',
        created_at: ctx.now,
      })
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

/** Route for `GET /v1/operator/verification/pictures/{pictureId}`: never returns the picture to its sender. */
export const createIdentityRoute = (rig: Rig): Hono =>
  createSealedRoutes(rig, {
    operators: 'operator/verification/pictures',
    called: 'an identity picture',
    find: findIdentityPicture,
    act: 'identity.view',
    what: 'identity',
  })

const gestures = [
  'Hold up two fingers',
  'Hold up three fingers',
  'Hold up four fingers',
  'Hold up an open hand',
  'Touch your chin',
  'Touch your left ear',
  'Touch your right ear',
  'Touch your forehead',
  'Give a thumbs up',
] as const

const GESTURE_MS = 15 * 60_000

/** The gesture code for the next selfie is valid once for 15 minutes. */
export async function createGesture(ctx: Context): Promise<OutputOf<typeof signup.gesture>> {
  const code = String(randomInt(10_000)).padStart(4, '0')
  const gesture = gestures[randomInt(gestures.length)] ?? gestures[0]
  const expiresAt = new Date(ctx.now.getTime() + GESTURE_MS)
  await saveGesture(ctx.db, { account_id: getCallerId(ctx), code, gesture, created_at: ctx.now, expires_at: expiresAt })
  return { gesture, code, expiresAt: expiresAt.toISOString() }
}

const IDLE_MS = fixedRetentionDays.identity * 86_400_000

/**
 * Purges identity pictures 30 days after the decision, and unsubmitted ones after the same time. Deletes files first.
 */
export async function purgeIdentity(ctx: Context): Promise<void> {
  for (const { id, file } of await listIdentityPicturesToPurge(
    ctx.db,
    ctx.now,
    new Date(ctx.now.getTime() - IDLE_MS),
  )) {
    await deleteSealed(ctx, file)
    await markPurged(ctx.db, id, ctx.now)
  }
}
