import { uploadLimits } from '#contract/constants.ts'
import { type DecodedPicture, openPicture, detectPictureType } from '#server/gateways/pixels/pixels.ts'
import { Refusal } from '#server/platform/refusal.ts'

const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** Runs picture processing two at a time, to limit memory and CPU. */
export async function runQueued<T>(work: () => Promise<T>): Promise<T> {
  // Gives its place to the next one directly, so that newcomers cannot overtake.
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

const MOST_BYTES = uploadLimits.sentBytes

/** Validates the picture by content. Throws if it is too big, of another type or broken. */
export async function readPicture<T>(dataUri: string, work: (opened: DecodedPicture) => Promise<T>): Promise<T> {
  const encoded = dataUri.slice(dataUri.indexOf(',') + 1)
  if ((encoded.length / 4) * 3 - 2 > MOST_BYTES) throw new Refusal('file_too_big')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw new Refusal('file_unreadable')
  return readBytes(Buffer.from(encoded, 'base64'), work)
}

export async function readBytes<T>(bytes: Buffer, work: (opened: DecodedPicture) => Promise<T>): Promise<T> {
  if (bytes.length > MOST_BYTES) throw new Refusal('file_too_big')
  const type = detectPictureType(bytes)
  if (!type) throw new Refusal('file_type')
  // One queue place for decoding and processing, because a decoded HEIC is large.
  return runQueued(async () => {
    const opened = await openPicture(bytes, type)
    if (!opened) throw new Refusal('file_unreadable')
    return work(opened)
  })
}
