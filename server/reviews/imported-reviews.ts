import { z } from 'zod'
import type { ImportLine } from '#contract/reviews/profile-import.ts'
import { SignedTaken, type ReviewExport, TAKEN_KEYS_PATH, type reviewExport } from '#contract/reviews/review-export.ts'
import type { Context } from '#server/platform/context.ts'
import { readBody } from '#server/platform/http/read-input.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  impersonateArtist,
  resolvePictureUrl,
  isStorableText,
  isHolder,
  isOfPair,
  isSignedBy,
  getPublicReviewsKey,
} from './exported-reviews.ts'
import type { JWK } from 'jose'
import { findAccount } from '#server/accounts/index.ts'
import {
  createImportedAlbum,
  fillImportedProfile,
  findProvider,
  lockProvider,
  quoteForTerminal,
  recordTakenOver,
  checkAlbumRoom,
  addImportedServices,
  describeRefusal,
} from '#server/providers/index.ts'
import { truncate } from '#contract/text.ts'
import { createHash } from 'node:crypto'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import { insertTaken } from './imported-reviews.queries.ts'
import { limits, uploadLimits } from '#contract/constants.ts'
import { saveFetchedPicture } from '#server/pictures/index.ts'

const MOST_BYTES = 64 * 1024
const Issued = z.object({ statement: z.object({ issuer: z.url() }) })
const KeySet = z.object({
  keys: z
    .array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), kid: z.string().optional() }))
    .max(20),
})

/**
 * Imports a file into an artist's page, verified by the public keys of its site. Reports one line per part. Must not
 * run inside a transaction.
 */
export async function fetchAndImportReviews(ctx: Context, file: unknown, slug: string, tell: Tell): Promise<void> {
  const issued = Issued.safeParse(file)
  if (!issued.success) throw new Refusal('profile_file_unreadable')
  const issuer = new URL(issued.data.statement.issuer)
  // Without TLS an attacker could replace the site's keys.
  if (issuer.protocol !== 'https:' && !(issuer.protocol === 'http:' && issuer.hostname === 'localhost'))
    throw new Error(`${issuer.href} must begin with https://.`)
  tell(`Fetching the signing keys of ${issuer.origin}.`)
  const keys = await fetchSiteKeys(issuer)
  if (typeof keys === 'string') throw new Error(`The signing keys of ${issuer.host} could not be fetched: ${keys}`)
  await importSignedFile(ctx, { file, slug, keys }, tell)
}

/** Fetches the public signing keys of a site. Returns the reason on failure. */
export async function fetchSiteKeys(issuer: URL): Promise<readonly JWK[] | string> {
  const said = await fetchFromSite(new URL(TAKEN_KEYS_PATH, issuer), MOST_BYTES)
  if (typeof said === 'string') return said
  try {
    return KeySet.parse(JSON.parse(said.toString('utf8'))).keys
  } catch {
    return 'its keys are unreadable.'
  }
}

const WAITS_MS = 20_000

/** Follows no redirects and has a timeout and size limit. Returns the reason on failure. */
async function fetchFromSite(url: URL, mostBytes: number): Promise<Buffer | string> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAITS_MS) })
    if (!answer.ok) {
      await answer.body?.cancel()
      const elsewhere = answer.status >= 300 && answer.status < 400
      return elsewhere ? 'it redirects.' : `the site returned ${answer.status}.`
    }
    return Buffer.from(await readBody(answer, mostBytes, 'file_too_big'))
  } catch (fault) {
    return fault instanceof Refusal ? 'it is too large.' : 'the site does not respond.'
  }
}

export async function checkTaken(
  ctx: Context,
  { file }: InputOf<typeof reviewExport.check>,
): Promise<OutputOf<typeof reviewExport.check>> {
  const read = SignedTaken.safeParse(file)
  if (!read.success) return { outcome: looksLikeOne(file) ? 'changed' : 'unreadable', taken: null }
  const { issuer, issuedAt, artist, score } = read.data.statement
  const taken = { issuer, issuedAt, name: artist.name, slug: artist.slug, ...score }
  if (issuer !== ctx.env.publicUrl) return { outcome: 'elsewhere', taken }
  const ours = await isSignedBy([await getPublicReviewsKey(ctx.database)], read.data)
  return ours ? { outcome: 'ours', taken } : { outcome: 'changed', taken: null }
}

/** A statement with an invalid signature has been modified. */
const looksLikeOne = (file: unknown): boolean =>
  typeof file === 'object' && file !== null && 'statement' in file && 'signature' in file

type Tell = (line: string) => void

/**
 * Imports another site's signed profile: missing texts, services, albums and reviews. Idempotent by part; reports one
 * line each. Must not run inside a transaction.
 */
export async function importSignedFile(
  ctx: Context,
  { file, slug, keys }: { file: unknown; slug: string; keys: readonly JWK[] },
  tell: Tell,
): Promise<void> {
  const signed = parseSignedFile(ctx, file)
  const provider = await findProvider(ctx.db, slug, ['approved', 'paused'])
  if (!provider) throw new Error(`No artist has a page at ${slug}.`)
  const accountId = await verifySignedFile(ctx, signed, keys, provider.account_id)
  const own = impersonateArtist(ctx, accountId)
  const { statement } = signed
  await importProfile(own, statement, (line) => tell(formatImportLine(line)))
  await importAlbums(own, provider, statement, tell)
  tell(formatReviews(await importReviews(own, accountId, statement), new URL(statement.issuer).host))
}

/** Imports texts and services into the caller's profile. Reports one line each. */
export async function importProfile(
  own: Context,
  { issuer, artist }: ReviewExport,
  tell: (line: ImportLine) => void,
): Promise<void> {
  const { host } = new URL(issuer)
  for (const line of await fillImportedProfile(own, host, artist)) tell(line)
  for (const line of await addImportedServices(own, host, artist.services)) tell(line)
}

/** Throws `profile_file_unreadable` if the file is no signed export, `profile_file_own_site` if this site signed it. */
export function parseSignedFile(ctx: Context, file: unknown): SignedTaken {
  const read = SignedTaken.safeParse(file)
  if (!read.success || !isStorableText(read.data)) throw new Refusal('profile_file_unreadable')
  if (read.data.statement.issuer === ctx.env.publicUrl) throw new Refusal('profile_file_own_site')
  return read.data
}

/**
 * Returns the account if the keys verify the file and the file belongs to the account's verified address. Throws
 * `profile_file_changed` or `profile_file_not_yours`.
 */
export async function verifySignedFile(
  ctx: Context,
  file: SignedTaken,
  keys: readonly JWK[],
  accountId: string | null,
): Promise<string> {
  if (!(await isSignedBy(keys, file))) throw new Refusal('profile_file_changed')
  const account = accountId ? await findAccount(ctx.db, accountId) : undefined
  if (!account?.email_verified_at || !(await isHolder(file.statement.artist.holder, account.email)))
    throw new Refusal('profile_file_not_yours')
  return account.id
}

/** Formats a line for the terminal. */
function formatImportLine({ part, outcome, name, title, why, terms }: ImportLine): string {
  if (outcome === 'skipped') {
    if (part === 'bio') return `The bio was skipped: ${why}`
    if (part === 'languages' && name === '') return `The languages were skipped: ${why}`
    return part === 'text'
      ? `The text for ${name} was skipped: ${why}`
      : `${quoteForTerminal(name)} was skipped: ${why}`
  }
  if (part === 'bio') return 'The bio was added.'
  if (part === 'languages') return `Languages added: ${name}.`
  const note = why && ` ${why}`
  if (!terms) return `${name} is called ${quoteForTerminal(title)}.${note}`
  const { price, currency, earned, minutes } = terms
  return `${name} was added: ${price} ${currency} for customers, ${earned} earned, ${minutes} minutes.${note}`
}

const MOST = 500
/** Why reviews are skipped. */
export const reviewsSkipped = `without text, with contact details or older than the newest ${MOST}.`

type ReviewCounts = { added: number; known: number; skipped: number }

/** Imports reviews, marked with their source and part of no score. */
export async function importReviews(ctx: Context, accountId: string, statement: ReviewExport): Promise<ReviewCounts> {
  const rows = rowsOf(statement)
  const { host } = new URL(statement.issuer)
  const added = await ctx.transaction(async (tx) => {
    const provider = await lockProvider(tx.db, accountId)
    if (!provider) throw new Error('the artist has deleted their account in the meantime')
    const own = rows.map((row) => ({ ...row, provider_id: provider.id, invited_at: tx.now }))
    const reviews = await insertTaken(tx.db, own)
    if (reviews > 0) await recordTakenOver(tx, provider, { site: host, reviews })
    return reviews
  })
  return { added, known: rows.length - added, skipped: statement.reviews.length - rows.length }
}

function formatReviews({ added, known, skipped }: ReviewCounts, host: string): string {
  const why = skipped > 0 ? ` Skipped ${skipped} ${reviewsSkipped}` : ''
  return `${added} of ${added + known} reviews were added as work done elsewhere, signed by ${host}.${why}`
}

/** Skips reviews without text or with contact details. */
function rowsOf({ issuer, reviews }: ReviewExport) {
  const { host } = new URL(issuer)
  return (
    reviews
      .filter(({ comments, author }) => comments.trim() !== '' && author.trim() !== '')
      // The source site's moderation does not replace ours.
      .filter(({ comments, author, event }) => ![comments, author, event].some(hasHiddenContact))
      .slice(0, MOST)
      .map(({ id, author, event, comments, at }) => ({
        // No address exists, so the key is the review's id and site.
        address_hash: createHash('sha256').update(`taken ${issuer} ${id}`).digest(),
        name: truncate(author.trim(), 60),
        work: truncate(event.trim() || host, 120),
        comments: truncate(comments.trim(), 2_000),
        written_at: new Date(at),
        source: host,
      }))
  )
}

/** Time limit for pictures per run. */
const MOST_MS = 15 * 60_000
const waits = 'waits: one run fetches a limited number of pictures. Run the command again.'

type Album = ReviewExport['artist']['albums'][number]
type Artist = { id: string; country_code: string }
type Picture = { uploadId: string; alt: string }
type Wanted = { no: number; alt: string; at: URL } | { no: number; why: string }
type Left = { pictures: number; until: number }

/**
 * Imports missing albums with pictures fetched from the signing site, one transaction each. Must not run inside a
 * transaction.
 */
async function importAlbums(
  ctx: Context,
  artist: Artist,
  { issuer, artist: { albums } }: ReviewExport,
  tell: (line: string) => void,
): Promise<void> {
  const left: Left = { pictures: limits.pictures, until: performance.now() + MOST_MS }
  for (const album of albums) {
    const { line, out } = await importAlbum(ctx, artist, album, issuer, left)
    tell(`The album ${quoteForTerminal(album.title)} ${line}`)
    for (const { no, why } of out) tell(`Picture ${no} of ${quoteForTerminal(album.title)} was skipped: ${why}`)
  }
}

type Told = { line: string; out: { no: number; why: string }[] }

async function importAlbum(ctx: Context, artist: Artist, album: Album, issuer: string, left: Left): Promise<Told> {
  const can = await checkAlbumRoom(ctx, artist, album.title)
  if (typeof can === 'string') return { line: `was skipped: ${can}`, out: [] }
  const wanted = wantedOf(album, can.title, issuer, can.room)
  const asked = wanted.filter((one) => 'at' in one)
  if (asked.length > left.pictures) return { line: waits, out: [] }
  left.pictures -= asked.length
  const out = wanted.filter((one) => 'why' in one)
  const kept: Picture[] = []
  for (const one of asked) {
    if (performance.now() > left.until) return { line: waits, out: [] }
    const found = await fetchAndSavePicture(ctx, one.at)
    if ('why' in found) out.push({ no: one.no, why: found.why })
    else kept.push({ ...found, alt: one.alt })
  }
  if (kept.length === 0) return { line: 'was skipped: none of its pictures could be fetched.', out }
  const why = await createImportedAlbum(ctx, new URL(issuer).host, can.title, kept)
  if (why !== null) return { line: `was skipped: ${why}`, out: [] }
  return { line: `was added with ${kept.length} of ${album.pictures.length} pictures.`, out }
}

function wantedOf({ pictures, shows = [] }: Album, title: string, issuer: string, room: number): Wanted[] {
  let asked = 0
  return pictures.map((address, i) => {
    const no = i + 1
    if (isOfPair(address)) return { no, why: 'it is a before and after picture, whose consent is for the other site.' }
    const at = resolvePictureUrl(address, issuer)
    if (!at) return { no, why: 'it is on another site than the signing one.' }
    if (asked === room) return { no, why: `an artist's albums have at most ${limits.pictures} pictures.` }
    asked += 1
    const said = shows[i]?.trim() ?? ''
    return { no, at, alt: said === '' || hasHiddenContact(said) ? title : said }
  })
}

async function fetchAndSavePicture(ctx: Context, at: URL): Promise<{ uploadId: string } | { why: string }> {
  const bytes = await fetchFromSite(at, uploadLimits.sentBytes)
  if (typeof bytes === 'string') return { why: bytes }
  try {
    return { uploadId: (await saveFetchedPicture(ctx, bytes, 'albums')).id }
  } catch (thrown) {
    return { why: describeRefusal(thrown) }
  }
}
