import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Database } from '#db/database.ts'
import { madeOnce, settingOf } from '#server/platform/settings.ts'

const SETTING = 'reviews_key'

/** The key that signs what artists take with them, made on its first use and kept. Not inside a transaction. */
export const reviewsKey = async (database: Database): Promise<JWK> =>
  (await settingOf<JWK>(database, SETTING)) ?? madeOnce(database, SETTING, newReviewsKey)

/** The public half, by which anybody checks. Not inside a transaction. */
export async function publicReviewsKey(database: Database): Promise<JWK> {
  const { kty, crv, x, kid, alg, use } = (await reviewsKey(database)) as Required<JWK>
  return { kty, crv, x, kid, alg, use }
}

/** A key pair of Ed25519, named by its thumbprint. */
export async function newReviewsKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' }
}

/** A key as the library signs and checks with it. */
export const keyOf = async (jwk: JWK): Promise<CryptoKey> => (await importJWK(jwk, 'EdDSA')) as CryptoKey
