import { uploadLimits } from '#contract/constants.ts'

/** A picture that may be sent, or why it may not. */
export type ShrinkResult = { blob: Blob } | { refused: 'size' | 'type' }

const mostPixels = 2_400
const quality = 0.86
const types = ['image/png', 'image/jpeg', 'image/jpg', 'image/heic', 'image/heif']

/** A file as it is to be sent: drawn anew at most 2,400 pixels long where this browser can read it, else as it is. Browser only. */
export async function shrinkPicture(file: File): Promise<ShrinkResult> {
  if (file.size > uploadLimits.fileBytes) return { refused: 'size' }
  // Many systems have no name for heic: what says nothing is let through and the server looks into it.
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
    // A small picture is not made larger by being drawn anew.
    return blob && (scale < 1 || blob.size < file.size) ? blob : file
  } catch {
    return null
  }
}
