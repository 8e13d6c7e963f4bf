import { z } from 'zod'
import { TAKEN_KEYS_PATH } from '#contract/reviews/taken.ts'
import type { Context } from '#server/platform/context.ts'
import { askSite } from './ask-site.ts'
import { importTaken, type Tell } from './import-taken.ts'

const MOST_BYTES = 64 * 1024
const Issued = z.object({ statement: z.object({ issuer: z.url() }) })
const KeySet = z.object({
  keys: z
    .array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string().optional() }))
    .max(20),
})

/** Takes over a file by the keys that the site which it names publishes, on the page of an artist of that name; tells what came and what stayed out, a line each. Not inside a transaction. */
export async function bringTaken(ctx: Context, file: unknown, slug: string, tell: Tell): Promise<void> {
  const issued = Issued.safeParse(file)
  if (!issued.success) throw new Error('That is no file of signed reviews.')
  const issuer = new URL(issued.data.statement.issuer)
  // Over a line that anybody can bend, anybody could say by which key a site signs.
  if (issuer.protocol !== 'https:' && !(issuer.protocol === 'http:' && issuer.hostname === 'localhost'))
    throw new Error(`${issuer.href} has to begin with https://.`)
  tell(`Asking ${issuer.origin} by which key it signs.`)
  await importTaken(ctx, { file, slug, keys: await keysOf(issuer) }, tell)
}

async function keysOf(issuer: URL) {
  const said = await askSite(new URL(TAKEN_KEYS_PATH, issuer), MOST_BYTES)
  if (typeof said === 'string') throw new Error(`${issuer.host} does not say by which key it signs: ${said}`)
  return KeySet.parse(JSON.parse(said.toString('utf8'))).keys
}
