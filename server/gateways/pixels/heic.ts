import { Worker } from 'node:worker_threads'
import type { HeicToDecode } from './decode-heic-worker.ts'

export type Raster = { width: number; height: number; data: Buffer }

const DECODE_MS = 9_000

// A worker thread with a timeout, so that a hostile file cannot block the process.
const decoder = new URL('decode-heic-worker.ts', import.meta.url)

export function decodeHeic(bytes: Buffer, mostPixels: number): Promise<Raster | null> {
  return new Promise((resolve) => {
    const worker = new Worker(decoder, {
      workerData: { bytes, mostPixels } satisfies HeicToDecode,
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
