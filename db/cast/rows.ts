import { createHash } from 'node:crypto'
import { copyLine, type CopyValue } from '#db/bulk.ts'
import { type Pictures, generatePictures } from '#db/cast/people/pictures.ts'
import { formatDay } from '#db/cast/calendar.ts'
import { tagDrawing } from '#db/cast/people/drawn-tags.ts'
import type { Job, SampleProvider } from '#db/cast/people/sample-provider.ts'

export const bookedArtistSlug = 'mia-hollis'

export type Bases = { provider: number; album: number; media: number; busy: number }

export type Table = { name: string; columns: readonly string[]; lines: string[] }

export function createSampleId(key: string): string {
  const hash = createHash('sha1').update(`primp sample ${key}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Returns the grid cell of 0.1 degrees that search uses; same as `cell_of` in the database. */
export const getCell = (lat: number, lng: number): number =>
  Math.floor((lat + 90) * 10) * 3600 + Math.floor((lng + 180) * 10)

// Avoids a Date per instant, which would double the time for 250,000 rows.
function instant(seconds: number): string {
  const day = Math.floor(seconds / 86_400)
  const left = Math.floor(seconds) - day * 86_400
  return `${formatDay(day)}T${two(left / 3600)}:${two((left % 3600) / 60)}:${two(left % 60)}Z`
}

const two = (of: number): string => (of < 10 ? `0${Math.floor(of)}` : String(Math.floor(of)))

const table = (name: string, columns: string): Table & { add: (values: readonly CopyValue[]) => void } => {
  const lines: string[] = []
  return { name, columns: columns.split(' '), lines, add: (values) => lines.push(copyLine(values)) }
}

const categoryIds: Readonly<Record<string, number>> = { 'makeup-hair-styling': 1, 'makeup-hair-lessons': 2, nails: 3 }

export type Faces = ReadonlyMap<string, number>

export function generateRows(
  market: readonly SampleProvider[],
  bases: Bases,
  faces: Faces,
  accounts: ReadonlyMap<string, string>,
): Table[] {
  const provider = table(
    'provider',
    'id no account_id slug name state country_code lat lng area city tz bio languages pronoun since shades kit skills mobile studio travel_radius_m travel_free_m travel_per_unit_minor minimum_job_minor payouts_ready instant_booking deposit_share policy buffer_minutes notice_hours horizon_days opens_minute closes_minute early_before_minute early_fee_minor online_balance featured vaccinated covid_trained review_count review_sum answer_minutes answered_percent cancelled_percent booking_count profile_media_id cover_media_id approved_at sample created_at',
  )
  const offered = table('provider_service', 'provider_id service_id cost_minor minutes')
  const artist = table('artist', 'id provider_id position name service_ids')
  const album = table('album', 'id provider_id title position')
  const media = table('media', 'id provider_id album_id position alt drawing tags sample created_at')
  const busy = table('busy', 'id provider_id provider_no kind during event_date cell whole_day ref')
  const busyDay = table('busy_day', 'day cell provider_no from_s to_s busy_id')
  const review = table(
    'review',
    'provider_id country_code cell author author_media_id category_id event score comments reply replied_at media_ids created_at sample',
  )
  let [albumId, mediaId, busyId] = [bases.album, bases.media, bases.busy]

  market.forEach((p, place) => {
    const id = createSampleId(p.key)
    const no = bases.provider + place + 1
    const cell = getCell(p.lat, p.lng)
    const joined = instant(p.joinedAt)
    const pictures: Pictures = generatePictures(p, place, p.reviews.filter(({ photo }) => photo).length)
    const addMedia = ({ alt, drawing }: Pictures['cover'], inAlbum: number | null, position: number): number => {
      const tags = inAlbum === null ? [] : tagDrawing(drawing)
      media.add([++mediaId, id, inAlbum, position, alt, { json: drawing }, tags, true, joined])
      return mediaId
    }
    const profileMedia = addMedia(pictures.profile, null, 0)
    const coverMedia = addMedia(pictures.cover, null, 1)
    pictures.albums.forEach(({ title, pictures: list }, position) => {
      album.add([++albumId, id, title, position])
      list.forEach((picture, i) => {
        addMedia(picture, albumId, i)
      })
    })
    const spare = pictures.spare.map((picture, i) => addMedia(picture, null, 2 + i))
    provider.add(providerRow(p, { id, no, account: accounts.get(p.key) ?? null, profileMedia, coverMedia, joined }))
    for (const service of p.services) offered.add([id, service.id, service.costMinor, service.minutes])
    p.artists.forEach((one, position) => {
      artist.add([createSampleId(`${p.key} artist ${position}`), id, position, one.name, one.does])
    })
    for (const job of p.diary)
      addJob(busy, busyDay, job, {
        id,
        no,
        cell,
        busyId: ++busyId,
        ref:
          p.slug === bookedArtistSlug && job.kind === 'appointment' ? createSampleId(`${p.key} job ${job.from}`) : null,
      })
    for (const r of p.reviews) {
      const photo = r.photo ? spare.pop() : undefined
      review.add([
        id,
        p.metro.country,
        cell,
        r.author,
        (r.customer && faces.get(r.customer)) ?? null,
        categoryIds[r.category] ?? 1,
        r.event,
        r.score,
        r.comments,
        r.reply,
        r.repliedAt === null ? null : instant(r.repliedAt),
        photo === undefined ? [] : [photo],
        instant(r.createdAt),
        true,
      ])
    }
  })
  return [provider, offered, artist, album, media, review, busy, busyDay]
}

type Keys = { id: string; no: number; account: string | null; profileMedia: number; coverMedia: number; joined: string }

function providerRow(p: SampleProvider, { id, no, account, profileMedia, coverMedia, joined }: Keys): CopyValue[] {
  const t = p.terms
  return [
    id,
    no,
    account,
    p.slug,
    p.name,
    t.paused ? 'paused' : 'approved',
    p.metro.country,
    p.lat,
    p.lng,
    p.base.name,
    p.metro.name,
    p.metro.tz,
    p.bio,
    p.languages,
    p.pronoun,
    2026 - p.years,
    p.shades,
    { json: p.kit },
    p.skills,
    p.mode !== 'studio',
    p.mode !== 'mobile',
    t.radiusMetres,
    t.freeMetres,
    t.perUnitMinor,
    t.minimumMinor,
    true,
    t.instant,
    t.depositShare,
    t.policy,
    t.bufferMinutes,
    t.noticeHours,
    t.horizonDays,
    t.opensMinute,
    t.closesMinute,
    t.earlyBeforeMinute,
    t.earlyFeeMinor,
    t.onlineBalance,
    t.featured,
    t.vaccinated,
    t.covidTrained,
    p.reviewCount,
    p.reviewSum,
    t.answerMinutes,
    t.answeredPercent,
    t.cancelledPercent,
    p.bookings,
    profileMedia,
    coverMedia,
    joined,
    true,
    joined,
  ]
}

type Located = { id: string; no: number; cell: number; busyId: number; ref: string | null }

function addJob(
  busy: ReturnType<typeof table>,
  busyDay: ReturnType<typeof table>,
  job: Job,
  { id, no, cell, busyId, ref }: Located,
): void {
  busy.add([
    busyId,
    id,
    no,
    job.kind,
    `[${instant(job.from)},${instant(job.to)})`,
    job.date,
    cell,
    job.kind === 'booked_out',
    ref,
  ])
  for (let day = Math.floor(job.from / 86_400); day <= Math.floor((job.to - 1) / 86_400); day++)
    busyDay.add([formatDay(day), cell, no, job.from, job.to, busyId])
}
