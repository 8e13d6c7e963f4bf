import { decodeProtectedHeader, FlattenedEncrypt, flattenedDecrypt } from 'jose'
import type { SiteKeys } from './site-keys.ts'

/**
 * A text encrypted with its own key (JWE, A256GCM), which the site's key wraps (A256KW). Deleting the wrapped key makes
 * it unreadable.
 */
export type SealedText = { wrappedKey: string; sealed: string }

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The text is bound to `about` and cannot be decrypted in another context. */
export async function sealText(text: string, about: string, [key]: SiteKeys): Promise<SealedText> {
  const { encrypted_key: wrappedKey = '', ...sealed } = await new FlattenedEncrypt(bytes(text))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: key.kid })
    .setAdditionalAuthenticatedData(bytes(about))
    .encrypt(key.bytes)
  return { wrappedKey, sealed: JSON.stringify(sealed) }
}

/** Decrypts a text with whichever site key wrapped it. */
export async function openText({ wrappedKey, sealed }: SealedText, about: string, keys: SiteKeys): Promise<string> {
  const jwe = JSON.parse(sealed)
  const kid = kidOf(jwe)
  const key = keys.find((one) => one.kid === kid)
  if (!key) throw new Error("none of the site's keys decrypts this text")
  // The context comes from the caller, not from the encrypted data.
  const aad = Buffer.from(about).toString('base64url')
  const { plaintext } = await flattenedDecrypt({ ...jwe, aad, encrypted_key: wrappedKey }, key.bytes, {
    keyManagementAlgorithms: ['A256KW'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return new TextDecoder().decode(plaintext)
}

/** The context of an artist's encrypted tax identity. */
export const getIdentityContext = (providerId: string): string => `tax identity of ${providerId}`

export const isNewest = ({ sealed }: Pick<SealedText, 'sealed'>, [key]: SiteKeys): boolean =>
  kidOf(JSON.parse(sealed)) === key.kid

const kidOf = (jwe: { protected: string }): string | undefined => decodeProtectedHeader(jwe).kid
