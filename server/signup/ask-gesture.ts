import { randomInt } from 'node:crypto'
import type { OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import type { Context } from '#server/platform/context.ts'
import { callerOf } from './standing.ts'
import { saveGesture } from './queries.ts'

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

/** Asks for what the next selfie has to show: it counts once, for 15 minutes. */
export async function askGesture(ctx: Context): Promise<OutputOf<typeof signup.gesture>> {
  const code = String(randomInt(10_000)).padStart(4, '0')
  const gesture = gestures[randomInt(gestures.length)] ?? gestures[0]
  const expiresAt = new Date(ctx.now.getTime() + GESTURE_MS)
  await saveGesture(ctx.db, { account_id: callerOf(ctx), code, gesture, created_at: ctx.now, expires_at: expiresAt })
  return { gesture, code, expiresAt: expiresAt.toISOString() }
}
