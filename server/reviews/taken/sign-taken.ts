import { FlattenedSign, flattenedVerify, type JWK } from 'jose'
import { canonical, type SignedTaken, type Taken } from '#contract/reviews/taken.ts'
import { keyOf } from './reviews-key.ts'

const bytesOf = (statement: Taken): Uint8Array => new TextEncoder().encode(canonical(statement))

/** Signs what a site says of an artist; the signature stands beside it and is over its canonical form, so that it holds however the file is laid out. */
export async function signTaken(key: JWK, statement: Taken): Promise<SignedTaken> {
  const { protected: head, signature } = await new FlattenedSign(bytesOf(statement))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid ?? '', b64: false, crit: ['b64'] })
    .sign(await keyOf(key))
  return { statement, signature: `${head}..${signature}` }
}

/** Whether one of these keys has signed exactly that. */
export async function isSignedBy(keys: readonly JWK[], { statement, signature }: SignedTaken): Promise<boolean> {
  const [head = '', proof = ''] = signature.split('..')
  const jws = { protected: head, payload: bytesOf(statement), signature: proof }
  for (const key of keys) {
    try {
      const { protectedHeader } = await flattenedVerify(jws, await keyOf(key), { algorithms: ['EdDSA'] })
      if (protectedHeader?.b64 === false) return true
    } catch {
      // Of another key, or changed since.
    }
  }
  return false
}
