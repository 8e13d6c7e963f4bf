import { decodeProtectedHeader, FlattenedEncrypt, flattenedDecrypt } from 'jose'
import type { SiteKeys } from './site-keys.ts'

/** A text that is sealed by a key of its own (JWE, A256GCM), and that key, wrapped by the site's (A256KW). Without the wrapped key nobody opens the text again. */
export type SealedText = { wrappedKey: string; sealed: string }

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Seals a text; it is opened only together with what it is about. */
export async function sealText(text: string, about: string, [key]: SiteKeys): Promise<SealedText> {
  const { encrypted_key: wrappedKey = '', ...sealed } = await new FlattenedEncrypt(bytes(text))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: key.kid })
    .setAdditionalAuthenticatedData(bytes(about))
    .encrypt(key.bytes)
  return { wrappedKey, sealed: JSON.stringify(sealed) }
}

/** Opens a text by whichever of the site's keys wrapped its own. */
export async function openText({ wrappedKey, sealed }: SealedText, about: string, keys: SiteKeys): Promise<string> {
  const jwe = JSON.parse(sealed)
  const kid = kidOf(jwe)
  const key = keys.find((one) => one.kid === kid)
  if (!key) throw new Error('no key of the site opens this text')
  // What it is about is told by whoever opens it, not by what is opened.
  const aad = Buffer.from(about).toString('base64url')
  const { plaintext } = await flattenedDecrypt({ ...jwe, aad, encrypted_key: wrappedKey }, key.bytes, {
    keyManagementAlgorithms: ['A256KW'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return new TextDecoder().decode(plaintext)
}

/** Whether the newest key of the site wraps it. */
export const isNewest = ({ sealed }: Pick<SealedText, 'sealed'>, [key]: SiteKeys): boolean =>
  kidOf(JSON.parse(sealed)) === key.kid

const kidOf = (jwe: { protected: string }): string | undefined => decodeProtectedHeader(jwe).kid
