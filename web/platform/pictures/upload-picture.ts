import { uploadLimits } from '#contract/constants.ts'
import type { Failure } from '#contract/refusals.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { calls } from '#web/platform/api/calls.generated.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'

/** Uploads a picture and reports progress from 0 to 1. Returns its address. Browser only. */
export async function sendPicture(
  blob: Blob,
  fileName: string,
  onProgress: (share: number) => void,
  { signal, reviewKey }: { signal?: AbortSignal; reviewKey?: string } = {},
): Promise<string> {
  const dataUri = await dataUriOf(blob)
  const [method, path] = calls.uploads.send.split(' ') as [string, string]
  // Only XMLHttpRequest reports upload progress.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader('accept', 'application/json')
    const token = getCurrentToken(localStore)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status === 200 && answer?.data?.fileUrl) resolve(answer.data.fileUrl)
      else reject(new ApiError(request.status, answer ?? {}, Number(request.getResponseHeader('retry-after')) || null))
    }
    request.onerror = () => reject(new ApiError(0, {}))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(JSON.stringify({ fileName, dataUri, reviewKey }))
  })
}

function parsed(text: string): (Partial<Failure> & { data?: { fileUrl?: string } }) | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const dataUriOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

/** A picture ready for upload, or the reason for refusal. */
type ShrinkResult = { blob: Blob } | { refused: 'size' | 'type' }

const mostPixels = 2_400
const quality = 0.86
const types = ['image/png', 'image/jpeg', 'image/jpg', 'image/heic', 'image/heif']

/** Returns a file for upload, resized to at most 2,400 pixels if this browser can decode it. Browser only. */
export async function shrinkPicture(file: File): Promise<ShrinkResult> {
  if (file.size > uploadLimits.fileBytes) return { refused: 'size' }
  // Many systems have no type for heic: an empty type passes and the server validates the content.
  if (file.type !== '' && !types.includes(file.type)) return { refused: 'type' }
  const blob = (await redrawn(file)) ?? file
  return blob.size > uploadLimits.sentBytes ? { refused: 'size' } : { blob }
}

async function redrawn(file: File): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, mostPixels / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    // Keeps the original if re-encoding made it larger.
    return blob && (scale < 1 || blob.size < file.size) ? blob : file
  } catch {
    return null
  }
}

type PictureProblem = 'size' | 'type' | 'broken'
export class PictureError extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

type PreparedPicture = {
  dataUri: string
  /** Null if this browser cannot decode it. */
  size: { width: number; height: number } | null
}

/** For the file field only; the server validates the content. */
export const pictureTypes = 'image/png,image/jpeg,image/heic,image/heif,.heic,.heif'

/** Returns a picture as data URI, with its size if this browser can decode it. Browser only. */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const shrunk = await shrinkPicture(file)
  if ('refused' in shrunk) throw new PictureError(shrunk.refused)
  const bitmap = await createImageBitmap(shrunk.blob, { imageOrientation: 'from-image' }).catch(() => null)
  const size = bitmap && { width: bitmap.width, height: bitmap.height }
  bitmap?.close()
  // A png or jpeg that cannot be decoded is broken; many browsers cannot decode heic.
  if (!size && /^image\/(png|jpeg)$/.test(file.type)) throw new PictureError('broken')
  return { dataUri: await checkedDataUriOf(shrunk.blob), size }
}

const checkedDataUriOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:;/, 'data:application/octet-stream;'))
    reader.onerror = () => reject(new PictureError('broken'))
    reader.readAsDataURL(blob)
  })
