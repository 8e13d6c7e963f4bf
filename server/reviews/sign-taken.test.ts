import fc from 'fast-check'
import type { JWK } from 'jose'
import { expect, test } from 'vitest'
import { toCanonicalJson, SignedTaken, type ReviewExport } from '#contract/reviews/review-export.ts'
import { hashHolder, isHolder, isSignedBy, createReviewsKey, signTaken } from './exported-reviews.ts'

const keyPair = async () => {
  const secret = await createReviewsKey()
  const { d: _, ...open } = secret
  return { secret, open }
}
const taken = (comments: string): ReviewExport => ({
  format: 'primp-reviews-1',
  issuer: 'https://primp.example',
  checkedAt: 'https://primp.example/signed-reviews',
  issuedAt: '2026-11-20T09:00:00.000Z',
  artist: {
    slug: 'nia',
    name: 'Nia Own',
    bio: 'Æther',
    countryCode: 'GB',
    area: 'Lerwick',
    languages: ['English'],
    services: [{ label: 'Makeup', words: '', minutes: 60, price: 52, currency: 'GBP' }],
    albums: [{ title: 'Bridal', pictures: ['https://primp.example/art/1.webp'] }],
    holder: { salt: 'c2FsdHNhbHRzYWx0c2FsdA', proof: 'cHJvb2Zwcm9vZnByb29mcHJvb2Zwcm9vZnByb29mcHI' },
  },
  score: { average: 4.87, reviews: 1 },
  reviews: [
    {
      id: '1',
      author: 'Leila M',
      event: '',
      score: 5,
      comments,
      at: '2026-10-01T09:00:00.000Z',
      reply: null,
      guest: false,
      role: '',
      weight: 100,
    },
  ],
})

test('a signature is valid for any order of members, and invalid after any changed letter', async () => {
  const [ours, other] = [await keyPair(), await keyPair()]
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (comments) => {
      const signed = await signTaken(ours.secret, taken(comments))
      const turned = JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(signed.statement).toReversed())))
      expect(await isSignedBy([other.open, ours.open], { ...signed, statement: turned })).toBe(true)
      expect(await isSignedBy([other.open], signed)).toBe(false)
      expect(await isSignedBy([ours.open], { ...signed, statement: taken(`${comments}!`) })).toBe(false)
    }),
    { numRuns: process.env['PROVE'] ? 500 : 20 },
  )
})

test('one changed byte anywhere in the file is detected', async () => {
  const { secret, open } = await keyPair()
  const signed = await signTaken(secret, taken('She stayed calm while it rained on all of us.'))
  const text = JSON.stringify(signed)
  const bytes = new TextEncoder().encode(text)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ by
      expect(await holds(open, new TextDecoder().decode(changed), text)).toBe(false)
    }),
    { numRuns: process.env['PROVE'] ? 2_000 : 100 },
  )
})

/** Returns whether a text is a valid signed file with other content than the first. */
async function holds(key: JWK, text: string, first: string): Promise<boolean> {
  const read = SignedTaken.safeParse(parsed(text))
  if (!read.success || !(await isSignedBy([key], read.data))) return false
  return toCanonicalJson(read.data.statement) !== toCanonicalJson(JSON.parse(first).statement)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

test('canonical JSON follows RFC 8785', () => {
  expect(toCanonicalJson({ b: [1, 'é\n', null], a: { d: 4.5, c: true } })).toBe(
    '{"a":{"c":true,"d":4.5},"b":[1,"é\\n",null]}',
  )
})

test('a file belongs to the owner of the email address in any spelling, and to nobody else', async () => {
  const [holder, again] = [await hashHolder('Nia@Mail.example'), await hashHolder('nia@mail.example')]
  expect(await isHolder(holder, ' nia@mail.example')).toBe(true)
  expect(await isHolder(holder, 'mia@mail.example')).toBe(false)
  expect(again.proof).not.toBe(holder.proof)
})
