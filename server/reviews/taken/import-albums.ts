import { limits, uploadLimits } from '#contract/constants.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { Taken } from '#contract/reviews/taken.ts'
import { keepPicture } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { beginAlbum, quoted, roomForAlbum, whyOf } from '#server/providers/index.ts'
import { askSite } from './ask-site.ts'
import { askedAt, isOfPair } from './taken-pictures.ts'

/** How long pictures are asked for in one run. */
const MOST_MS = 15 * 60_000
const waits = 'waits, since one run asks for only so many pictures: give the command again.'

type Album = Taken['artist']['albums'][number]
type Artist = { id: string; country_code: string }
type Picture = { uploadId: string; alt: string }
/** One of an album's pictures by its place from 1: where it is asked for, or why it is not. */
type Wanted = { no: number; alt: string; at: URL } | { no: number; why: string }
/** What one run may still ask for. */
type Left = { pictures: number; until: number }

/** Begins the albums of a file that the artist does not have yet, each with its pictures in one act, asked for at the site that has signed; tells of each what came and what did not. Not inside a transaction. */
export async function importAlbums(
  ctx: Context,
  artist: Artist,
  { issuer, artist: { albums } }: Taken,
  tell: (line: string) => void,
): Promise<void> {
  const left: Left = { pictures: limits.pictures, until: performance.now() + MOST_MS }
  for (const album of albums) {
    const { line, out } = await importAlbum(ctx, artist, album, issuer, left)
    tell(`The album ${quoted(album.title)} ${line}`)
    for (const { no, why } of out) tell(`Picture ${no} of ${quoted(album.title)} stays out: ${why}`)
  }
}

type Told = { line: string; out: { no: number; why: string }[] }

async function importAlbum(ctx: Context, artist: Artist, album: Album, issuer: string, left: Left): Promise<Told> {
  const can = await roomForAlbum(ctx, artist, album.title)
  if (typeof can === 'string') return { line: `stays out: ${can}`, out: [] }
  const wanted = wantedOf(album, can.title, issuer, can.room)
  const asked = wanted.filter((one) => 'at' in one)
  if (asked.length > left.pictures) return { line: waits, out: [] }
  left.pictures -= asked.length
  const out = wanted.filter((one) => 'why' in one)
  const kept: Picture[] = []
  for (const one of asked) {
    if (performance.now() > left.until) return { line: waits, out: [] }
    const found = await keepAsked(ctx, one.at)
    if ('why' in found) out.push({ no: one.no, why: found.why })
    else kept.push({ ...found, alt: one.alt })
  }
  if (kept.length === 0) return { line: 'stays out: none of its pictures came.', out }
  const why = await beginAlbum(ctx, new URL(issuer).host, can.title, kept)
  if (why !== null) return { line: `stays out: ${why}`, out: [] }
  return { line: `is new, with ${kept.length} of ${album.pictures.length} pictures.`, out }
}

function wantedOf({ pictures, shows = [] }: Album, title: string, issuer: string, room: number): Wanted[] {
  let asked = 0
  return pictures.map((address, i) => {
    const no = i + 1
    if (isOfPair(address)) return { no, why: 'it shows somebody before and after, and their yes was for that site.' }
    const at = askedAt(address, issuer)
    if (!at) return { no, why: 'it stands on another site than the one that has signed.' }
    if (asked === room) return { no, why: `an artist's albums take ${limits.pictures} pictures.` }
    asked += 1
    const said = shows[i]?.trim() ?? ''
    return { no, at, alt: said === '' || holdsContact(said) ? title : said }
  })
}

/** Asks for a picture and keeps it as an upload of the artist's, by what an upload has to be. */
async function keepAsked(ctx: Context, at: URL): Promise<{ uploadId: string } | { why: string }> {
  const bytes = await askSite(at, uploadLimits.sentBytes)
  if (typeof bytes === 'string') return { why: bytes }
  try {
    return { uploadId: (await keepPicture(ctx, bytes, 'albums')).id }
  } catch (thrown) {
    return { why: whyOf(thrown) }
  }
}
