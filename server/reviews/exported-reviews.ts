import type { OutputOf } from '#contract/endpoint.ts'
import type { Profile } from '#contract/providers/providers.ts'
import {
  toCanonicalJson,
  type SignedTaken,
  type ReviewExport,
  TAKEN_KEYS_PATH,
  type reviewExport,
} from '#contract/reviews/review-export.ts'
import { formatServiceLabel } from '#contract/words.ts'
import { findAccount } from '#server/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getCallerProvider, getProfile } from '#server/providers/index.ts'
import { listShownReviews } from './imported-reviews.queries.ts'
import { beforeAfterFolder } from '#contract/reviews/before-after-consent.ts'
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  FlattenedSign,
  flattenedVerify,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import type { Database } from '#db/database.ts'
import { getOrCreateSetting, getSetting } from '#server/platform/settings.ts'
import { Hono } from 'hono'
import type { Rig } from '#server/platform/rig.ts'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

const MOST = 10_000

export async function exportReviews(ctx: Context): Promise<OutputOf<typeof reviewExport.create>> {
  const { id, state, account_id: accountId } = await getCallerProvider(ctx)
  const account = accountId ? await findAccount(ctx.db, accountId) : undefined
  if (!account || (state !== 'approved' && state !== 'paused')) throw new Refusal('not_live')
  const profile = await getProfile(ctx, { profileId: id })
  const issuer = ctx.env.publicUrl
  const statement: ReviewExport = {
    format: 'primp-reviews-1',
    issuer,
    checkedAt: `${issuer}/signed-reviews`,
    issuedAt: ctx.now.toISOString(),
    artist: { ...shownOf(profile, issuer), holder: await hashHolder(account.email) },
    score: { average: profile.rating, reviews: profile.totalReviews },
    reviews: (await listShownReviews(ctx.reads, id, MOST)).map(({ created_at, id: of, ...review }) => ({
      ...review,
      id: String(of),
      at: created_at.toISOString(),
    })),
  }
  return signTaken(await reviewsKey(ctx.database), statement)
}

const shownOf = (
  { slug, name, bio, countryCode, area, languages, services, albums }: Profile,
  issuer: string,
): Omit<ReviewExport['artist'], 'holder'> => ({
  slug,
  name,
  bio,
  countryCode,
  area,
  languages,
  services: services.map(({ id, title, label, words, minutes, price, currency }) => ({
    label: formatServiceLabel(title, label),
    slug: id,
    words,
    minutes,
    price,
    currency,
    ...(title === null ? {} : { title }),
  })),
  albums: albums.flatMap(({ title, media }) => {
    const shown = media.map(({ src, alt }) => ({ href: new URL(src, issuer).href, alt }))
    // Consent to pictures of a person is valid for this site only.
    const ownWork = shown.filter(({ href }) => !isOfPair(href))
    if (ownWork.length === 0 && shown.length > 0) return []
    return [{ title, pictures: ownWork.map(({ href }) => href), shows: ownWork.map(({ alt }) => alt) }]
  }),
})

/** A picture published by its subject's consent is not exported. */
export const isOfPair = (address: string): boolean =>
  new URL(address).pathname.startsWith(`/pictures/${beforeAfterFolder}/`)

/** Returns the download URL of a picture on the signing site, as an uploadable type; null for other sites. */
export function resolvePictureUrl(address: string, issuer: string): URL | null {
  const { origin, pathname, search } = new URL(address)
  const at = new URL(new URL(issuer).origin)
  if (origin !== at.origin) return null
  const kept = /^(\/pictures\/[a-z0-9-]+\/[A-Za-z0-9_-]{22}\/)\d+\.(?:webp|avif|jpg)$/.exec(pathname)?.[1]
  const drawn = /^(\/pictures\/\d+)\.svg$/.exec(pathname)?.[1]
  // Set as a path, so that it cannot name another host.
  at.pathname = kept ? `${kept}1200.jpg` : drawn ? `${drawn}.png` : pathname
  at.search = kept ? '' : search
  return at
}

const bytesOf = (statement: ReviewExport): Uint8Array => new TextEncoder().encode(toCanonicalJson(statement))

/** The detached signature covers the canonical JSON, so that formatting does not matter. */
export async function signTaken(key: JWK, statement: ReviewExport): Promise<SignedTaken> {
  const { protected: head, signature } = await new FlattenedSign(bytesOf(statement))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid ?? '', b64: false, crit: ['b64'] })
    .sign(await keyOf(key))
  return { statement, signature: `${head}..${signature}` }
}

export async function isSignedBy(keys: readonly JWK[], { statement, signature }: SignedTaken): Promise<boolean> {
  const [head = '', proof = ''] = signature.split('..')
  const jws = { protected: head, payload: bytesOf(statement), signature: proof }
  for (const key of keys) {
    try {
      const { protectedHeader } = await flattenedVerify(jws, await keyOf(key), { algorithms: ['EdDSA'] })
      if (protectedHeader?.b64 === false) return true
    } catch {
      // Wrong key, or modified since.
    }
  }
  return false
}

const SETTING = 'reviews_key'

/** Created on first use. Must not run inside a transaction. */
const reviewsKey = async (database: Database): Promise<JWK> =>
  (await getSetting<JWK>(database, SETTING)) ?? getOrCreateSetting(database, SETTING, createReviewsKey)

/** Must not run inside a transaction. */
export async function getPublicReviewsKey(database: Database): Promise<JWK> {
  const { kty, crv, x, kid, alg, use } = (await reviewsKey(database)) as Required<JWK>
  return { kty, crv, x, kid, alg, use }
}

export async function createReviewsKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }
}

const keyOf = async (jwk: JWK): Promise<CryptoKey> => (await importJWK(jwk, 'EdDSA')) as CryptoKey

/** Serves the public keys of exports as a JSON Web Key Set. */
export function reviewKeysRoute(rig: Rig): Hono {
  const app = new Hono()
  app.get(TAKEN_KEYS_PATH, async (http) =>
    http.json({ keys: [await getPublicReviewsKey(rig.database)] }, 200, { 'Cache-Control': 'public, max-age=3600' }),
  )
  return app
}

/** Acts as the artist who requested the import, so that their forms' validation applies. */
export function impersonateArtist(ctx: Context, accountId: string): Context {
  const within = <T>(work: (tx: Context) => Promise<T>) =>
    ctx.transaction((tx) => work(impersonateArtist(tx, accountId)))
  return { ...ctx, viewer: { ...ctx.viewer, accountId }, transaction: within }
}

type Holder = ReviewExport['artist']['holder']
const BYTES = 32

/** Slow salted hash of the owner's address, so that no one else can claim the file. */
export async function hashHolder(email: string): Promise<Holder> {
  const salt = randomBytes(16).toString('base64url')
  return { salt, proof: (await proofOf(email, salt)).toString('base64url') }
}

export async function isHolder({ salt, proof }: Holder, email: string): Promise<boolean> {
  const known = Buffer.from(proof, 'base64url')
  return known.length === BYTES && timingSafeEqual(known, await proofOf(email, salt))
}

const derived = promisify<string, string, number, Buffer>(scrypt)
const proofOf = (email: string, salt: string): Promise<Buffer> => derived(normaliseEmail(email), salt, BYTES)

/** Rejects null characters and lone surrogates. */
export function isStorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorableText)
}
