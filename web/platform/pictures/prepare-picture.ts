import { shrinkPicture } from './shrink-picture.ts'

/** Why a picture cannot be sent. */
export type PictureProblem = 'size' | 'type' | 'broken'
export class PictureError extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

export type PreparedPicture = {
  dataUri: string /** Null where this browser cannot read it. */
  size: { width: number; height: number } | null
}

/** What a file field offers; what a picture really is, the server looks for itself. */
export const pictureTypes = 'image/png,image/jpeg,image/heic,image/heif,.heic,.heif'

/** A picture as the data address that is sent, with its size where this browser can read it. Browser only. */
export async function preparePicture(file: File): Promise<PreparedPicture> {
  const shrunk = await shrinkPicture(file)
  if ('refused' in shrunk) throw new PictureError(shrunk.refused)
  const bitmap = await createImageBitmap(shrunk.blob, { imageOrientation: 'from-image' }).catch(() => null)
  const size = bitmap && { width: bitmap.width, height: bitmap.height }
  bitmap?.close()
  // A browser that reads png and jpeg but not this one has a broken file before it; heic many cannot read at all.
  if (!size && /^image\/(png|jpeg)$/.test(file.type)) throw new PictureError('broken')
  return { dataUri: await dataUriOf(shrunk.blob), size }
}

const dataUriOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:;/, 'data:application/octet-stream;'))
    reader.onerror = () => reject(new PictureError('broken'))
    reader.readAsDataURL(blob)
  })
