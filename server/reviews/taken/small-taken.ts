import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TAKEN_KEYS_PATH, type SignedTaken, type Taken } from '#contract/reviews/taken.ts'
import { actingAs, newAddress, newKey, settleOwn } from '#server/bookings/small-bookings.ts'
import type { Context } from '#server/platform/context.ts'
import { ownContext } from '#server/platform/jobs.ts'
import type { Terms } from '#server/search/matching/small-town.ts'
import { type TestRig, testNow } from '#server/test-rig.ts'
import { importTaken } from './import-taken.ts'
import { newReviewsKey } from './reviews-key.ts'
import { signTaken } from './sign-taken.ts'

/** An artist with three reviews, one of which is hidden and one without words. */
export async function reviewed(rig: TestRig, slug: string) {
  const artist = await settleOwn(rig, { slug })
  const of = { provider_id: artist.id, author: 'Leila M.', event: 'Wedding', created_at: testNow }
  await rig.database.db
    .insertInto('review')
    .values([
      { ...of, score: 5, comments: 'She stayed calm while it rained on all of us.' },
      { ...of, score: 4, comments: '' },
      { ...of, score: 1, comments: 'Not shown', hidden_at: testNow },
    ])
    .execute()
  const own = await actingAs(rig, artist.accountId)
  return { artist, own, taken: await takenBy(own) }
}

/** The file that an artist takes along as they stand. */
export const takenBy = async (own: Awaited<ReturnType<typeof actingAs>>): Promise<SignedTaken> =>
  (await own('/v1/providers/me/signed-reviews')).body.data

/** The same artist on another site: an account there with the address that theirs has here. */
export async function alsoAt(rig: TestRig, artist: { accountId: string }, slug: string, terms: Partial<Terms> = {}) {
  const { db } = rig.database
  const there = await settleOwn(rig, { ...terms, slug })
  const address = (id: string, email: string) => db.updateTable('account').set({ email }).where('id', '=', id).execute()
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', artist.accountId)
    .executeTakeFirstOrThrow()
  await address(artist.accountId, `${newKey()}@mail.example`)
  await address(there.accountId, email)
  const ctx = { ...ownContext(rig, 'test'), env: { ...rig.env, publicUrl: 'https://other.example' } }
  return { there, ctx }
}

export const keysHere = async (rig: TestRig) => (await rig.call(TAKEN_KEYS_PATH, { address: newAddress() })).body.keys

/** A file as some other site signs it, whatever it says, and the key that it is checked by. */
export async function signedElsewhere(statement: Taken) {
  const { d, ...open } = await newReviewsKey()
  return { file: await signTaken({ ...open, d }, statement), keys: [open] }
}

/** What the command says of a file. */
export async function told(ctx: Context, file: unknown, slug: string, keys: Parameters<typeof importTaken>[1]['keys']) {
  const lines: string[] = []
  await importTaken(ctx, { file, slug, keys }, (line) => lines.push(line))
  return lines
}

/** A site on this machine for as long as the work takes; answers by its own words where it has some, else by the API, and says what it was asked for. */
export async function withSite<T>(
  rig: TestRig,
  own: Record<string, RequestListener>,
  work: (site: { url: string; asked: string[] }) => Promise<T>,
): Promise<T> {
  const asked: string[] = []
  const site: Server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const said = own[path]
    if (said) return void said(request, response)
    Promise.resolve(rig.api.request(path, {}, { address: newAddress() })).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  const url = await new Promise<string>((done) =>
    site.listen(0, 'localhost', () => done(`http://localhost:${(site.address() as AddressInfo).port}`)),
  )
  const before = rig.env.publicUrl
  rig.env.publicUrl = url
  try {
    return await work({ url, asked })
  } finally {
    rig.env.publicUrl = before
    site.closeAllConnections()
    site.close()
  }
}
