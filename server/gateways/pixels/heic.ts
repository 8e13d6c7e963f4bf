import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

export type Raster = { width: number; height: number; data: Buffer }

const DECODE_MS = 15_000

// A thread of its own, so that a hostile file can neither hold up the process nor outlive its time. Written as text: the bundle has no second entry.
const decoder = `
const { parentPort, workerData } = require('node:worker_threads')
const libheif = require(workerData.library)
const [image] = new libheif.HeifDecoder().decode(workerData.bytes)
if (!image) throw new Error('nothing in it')
const [width, height] = [image.get_width(), image.get_height()]
if (width * height > workerData.mostPixels) throw new Error('too many pixels')
image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (shown) => {
  if (!shown) throw new Error('not decoded')
  const { buffer } = shown.data
  parentPort.postMessage({ width, height, buffer }, [buffer])
})`

const library = createRequire(import.meta.url).resolve('libheif-js/wasm-bundle')

/** The pixels of a HEIC picture as RGBA; null where it cannot be read in time. */
export function decodeHeic(bytes: Buffer, mostPixels: number): Promise<Raster | null> {
  return new Promise((resolve) => {
    const worker = new Worker(decoder, {
      eval: true,
      workerData: { library, bytes, mostPixels },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      stdout: true,
      stderr: true,
    })
    const end = (raster: Raster | null) => {
      clearTimeout(late)
      resolve(raster)
      worker.terminate().catch(() => {})
    }
    const late = setTimeout(() => end(null), DECODE_MS)
    worker.once('message', ({ width, height, buffer }: { width: number; height: number; buffer: ArrayBuffer }) =>
      end({ width, height, data: Buffer.from(buffer) }),
    )
    worker.once('error', () => end(null))
    worker.once('exit', () => end(null))
  })
}
