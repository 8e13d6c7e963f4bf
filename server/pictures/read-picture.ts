import { uploadLimits } from '#contract/constants.ts'
import { type DecodedPicture, openPicture, detectPictureType } from '#server/gateways/pixels/pixels.ts'
import { Refusal } from '#server/platform/refusal.ts'

const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** Runs heavy picture work two at a time, so that many uploads at once neither fill the memory nor starve the pages. */
export async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  // Whoever ends hands the place over, so that nobody who comes meanwhile slips in between.
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** At most this many bytes a picture, before it is encoded for the wire. */
const MOST_BYTES = uploadLimits.sentBytes

/** What the work makes of the picture inside a data address, judged by its content; refuses what is too big, of another type or broken. */
export async function readPicture<T>(dataUri: string, work: (opened: DecodedPicture) => Promise<T>): Promise<T> {
  const encoded = dataUri.slice(dataUri.indexOf(',') + 1)
  if ((encoded.length / 4) * 3 - 2 > MOST_BYTES) throw new Refusal('file_too_big')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw new Refusal('file_unreadable')
  return readBytes(Buffer.from(encoded, 'base64'), work)
}

/** The same of a picture that came as it is. */
export async function readBytes<T>(bytes: Buffer, work: (opened: DecodedPicture) => Promise<T>): Promise<T> {
  if (bytes.length > MOST_BYTES) throw new Refusal('file_too_big')
  const type = detectPictureType(bytes)
  if (!type) throw new Refusal('file_type')
  // One turn for both: an opened HEIC is all its pixels, and those must not pile up while others are opened.
  return runQueued(async () => {
    const opened = await openPicture(bytes, type)
    if (!opened) throw new Refusal('file_unreadable')
    return work(opened)
  })
}
