import { z } from 'zod'
import { TAKEN_KEYS_PATH } from '#contract/reviews/taken.ts'
import type { Context } from '#server/platform/context.ts'
import { importTaken } from './import-taken.ts'

const WAITS_MS = 20_000
const Issued = z.object({ statement: z.object({ issuer: z.url() }) })
const KeySet = z.object({
  keys: z
    .array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string().optional() }))
    .max(20),
})

/** Takes over the reviews of a file by the keys that the site which it names publishes; answers how many are new, and which site that is. Not inside a transaction. */
export async function bringReviews(
  ctx: Context,
  file: unknown,
  slug: string,
): Promise<{ added: number; of: number; site: string }> {
  const issued = Issued.safeParse(file)
  if (!issued.success) throw new Error('That is no file of signed reviews.')
  const issuer = new URL(issued.data.statement.issuer)
  // Over a line that anybody can bend, anybody could say by which key a site signs.
  if (issuer.protocol !== 'https:' && issuer.hostname !== 'localhost')
    throw new Error(`${issuer.href} has to begin with https://.`)
  const answer = await fetch(new URL(TAKEN_KEYS_PATH, issuer), {
    redirect: 'error',
    signal: AbortSignal.timeout(WAITS_MS),
  })
  if (!answer.ok) throw new Error(`${issuer.host} does not say by which key it signs (${answer.status}).`)
  const { keys } = KeySet.parse(await answer.json())
  return { ...(await importTaken(ctx, { file, slug, keys })), site: issuer.host }
}
