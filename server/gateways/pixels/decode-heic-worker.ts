import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'

export type HeicToDecode = { bytes: Uint8Array; mostPixels: number }

const { bytes, mostPixels } = workerData as HeicToDecode
const [image] = new libheif.HeifDecoder().decode(bytes)
if (!image) throw new Error('the file is empty')
const [width, height] = [image.get_width(), image.get_height()]
if (width * height > mostPixels) throw new Error('too many pixels')
image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (shown) => {
  if (!shown) throw new Error('decoding failed')
  const { buffer } = shown.data
  parentPort?.postMessage({ width, height, buffer }, [buffer])
})
