declare module 'libheif-js/wasm-bundle.js' {
  type Shown = { data: { buffer: ArrayBuffer } }
  type Image = {
    get_width: () => number
    get_height: () => number
    display: (
      into: { data: Uint8ClampedArray; width: number; height: number },
      done: (shown: Shown | null) => void,
    ) => void
  }
  const libheif: { HeifDecoder: new () => { decode: (bytes: Uint8Array) => Image[] } }
  export default libheif
}
