import { calls } from '#web/platform/api/calls.generated.ts'
import type { Failure } from '#contract/refusals.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { getCurrentToken } from '#web/platform/session.ts'
import { localStore } from '#web/platform/storage.ts'

/** Sends a picture and tells how much of it has gone, 0 to 1; answers where it is found. Browser only. */
export async function sendPicture(
  blob: Blob,
  fileName: string,
  onProgress: (share: number) => void,
  { signal, reviewKey }: { signal?: AbortSignal; reviewKey?: string } = {},
): Promise<string> {
  const dataUri = await dataUriOf(blob)
  const [method, path] = calls.uploads.send.split(' ') as [string, string]
  // Only this older kind of call says how far the sending has come.
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
    request.onabort = () => reject(new DOMException('The sending was stopped.', 'AbortError'))
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
