declare module 'wawoff2' {
  /** A woff2 file as the TrueType file it was made of. */
  export function decompress(file: Uint8Array): Promise<Uint8Array>
}
