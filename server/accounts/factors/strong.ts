import type { Context } from '#server/platform/context.ts'
import { forgetSessions } from '#server/accounts/sessions/session-cache.ts'
import { markProven } from './factor-queries.ts'

/** Keeps that whoever is signed in has shown that it is them; `strong` by more than a password or a mail. */
export async function nowProven(ctx: Context, strong: boolean): Promise<void> {
  const { sessionId, accountId } = ctx.viewer
  if (!sessionId || !accountId) return
  await markProven(ctx.db, sessionId, strong, ctx.now)
  forgetSessions(ctx.database, accountId)
}

/** The same by a second factor. */
export const nowStrong = (ctx: Context): Promise<void> => nowProven(ctx, true)
