import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TAKEN_KEYS_PATH, type SignedTaken, type ReviewExport } from '#contract/reviews/review-export.ts'
import { createTestAddress, createTestClient, createTestKey } from './clients.ts'
import { createTestProviderWithAccount, type TestProviderTerms } from './providers.ts'
import type { Context } from '#server/platform/context.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { type TestRig, testNow } from '#server/test-rig.ts'
import { importSignedFile } from '#server/reviews/imported-reviews.ts'
import { createReviewsKey, signTaken } from '#server/reviews/exported-reviews.ts'

/** Creates an artist with three reviews: one is hidden, one has no text. */
export async function createReviewedProvider(rig: TestRig, slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug })
  const of = { provider_id: artist.id, author: 'Leila M.', event: 'Wedding', created_at: testNow }
  await rig.database.db
    .insertInto('review')
    .values([
      { ...of, score: 5, comments: 'She stayed calm while it rained on all of us.' },
      { ...of, score: 4, comments: '' },
      { ...of, score: 1, comments: 'Not shown', hidden_at: testNow },
    ])
    .execute()
  const own = await createTestClient(rig, artist.accountId)
  return { artist, own, taken: await downloadSignedReviews(own) }
}

export const downloadSignedReviews = async (own: Awaited<ReturnType<typeof createTestClient>>): Promise<SignedTaken> =>
  (await own('/v1/providers/me/signed-reviews')).body.data

/**
 * Creates the artist's account on another site. Both sites share one database, so the first account gets another email
 * address.
 */
export async function createProviderOnOtherSite(
  rig: TestRig,
  artist: { accountId: string },
  slug: string,
  terms: Partial<TestProviderTerms> = {},
) {
  const { db } = rig.database
  const there = await createTestProviderWithAccount(rig, { ...terms, slug })
  const address = (id: string, email: string) => db.updateTable('account').set({ email }).where('id', '=', id).execute()
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', artist.accountId)
    .executeTakeFirstOrThrow()
  await address(artist.accountId, `${createTestKey()}@mail.example`)
  await address(there.accountId, email)
  const ctx = { ...createJobContext(rig, 'test'), env: { ...rig.env, publicUrl: 'https://other.example' } }
  return { there, ctx }
}

/** Returns the public keys that verify review files of this site. */
export const getReviewKeys = async (rig: TestRig) =>
  (await rig.call(TAKEN_KEYS_PATH, { address: createTestAddress() })).body.keys

/** Signs a review file as another site would. Returns it with the key that verifies it. */
export async function signReviewsElsewhere(statement: ReviewExport) {
  const { d, ...open } = await createReviewsKey()
  return { file: await signTaken({ ...open, d }, statement), keys: [open] }
}

/** Imports a review file and returns the lines that the command prints. */
export async function importReviews(
  ctx: Context,
  file: unknown,
  slug: string,
  keys: Parameters<typeof importSignedFile>[1]['keys'],
) {
  const lines: string[] = []
  await importSignedFile(ctx, { file, slug, keys }, (line) => lines.push(line))
  return lines
}

/**
 * Runs a site on loopback during `work`. A request goes to the handler in `own` for its path, or else to the API.
 * `asked` lists the paths.
 */
export async function runTestSite<T>(
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
    Promise.resolve(rig.api.request(path, {}, { address: createTestAddress() })).then(async (answer) => {
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
