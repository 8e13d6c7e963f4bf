import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

type Tile = { z: number; x: number; y: number; data: Uint8Array }
type Entry = { tileId: number; offset: number; length: number; runLength: number }

const HEADER_BYTES = 127
/** The header and the root directory are within the first 16 kB, which readers fetch at once. */
const ROOT_BYTES = 16_384 - HEADER_BYTES
const GZIP = 2
const MVT = 1

/**
 * Builds an archive of vector tiles in the format PMTiles 3 (https://github.com/protomaps/PMTiles). Stores equal tiles
 * once. The bounds are west, south, east and north in degrees.
 */
export function buildArchive(
  tiles: readonly Tile[],
  metadata: object,
  bounds: readonly [number, number, number, number],
): Uint8Array {
  const byId = tiles
    .map(({ z, x, y, data }) => ({ tileId: zxyToTileId(z, x, y), data }))
    .sort((a, b) => a.tileId - b.tileId)
  const entries: Entry[] = []
  const stored = new Map<string, { offset: number; length: number }>()
  const contents: Buffer[] = []
  let size = 0
  for (const { tileId, data } of byId) {
    const hash = createHash('sha256').update(data).digest('base64')
    let at = stored.get(hash)
    if (!at) {
      const packed = gzipSync(data, { level: 9 })
      at = { offset: size, length: packed.length }
      stored.set(hash, at)
      contents.push(packed)
      size += packed.length
    }
    const last = entries.at(-1)
    if (last && last.offset === at.offset && last.tileId + last.runLength === tileId) last.runLength++
    else entries.push({ tileId, ...at, runLength: 1 })
  }
  const { root, leaves } = buildDirectories(entries)
  const json = gzipSync(JSON.stringify(metadata), { level: 9 })
  const zooms = tiles.map(({ z }) => z)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let position = HEADER_BYTES
  for (const [at, length] of [
    [8, root.length],
    [24, json.length],
    [40, leaves.length],
    [56, size],
  ] as const) {
    header.writeBigUInt64LE(BigInt(position), at)
    header.writeBigUInt64LE(BigInt(length), at + 8)
    position += length
  }
  for (const [i, count] of [tiles.length, entries.length, stored.size].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * i)
  header.set([1, GZIP, GZIP, MVT, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [i, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i)
  return Buffer.concat([header, root, json, leaves, ...contents])
}

/** Returns one directory, or a root of leaf directories if one is too large for the start of the file. */
function buildDirectories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const single = serializeDirectory(entries)
  if (single.length <= ROOT_BYTES) return { root: single, leaves: Buffer.alloc(0) }
  const leafEntries = 4_096
  const root: Entry[] = []
  const leaves: Buffer[] = []
  let offset = 0
  for (let i = 0; i < entries.length; i += leafEntries) {
    const leaf = serializeDirectory(entries.slice(i, i + leafEntries))
    // A run length of 0 marks a leaf directory.
    root.push({ tileId: (entries[i] as Entry).tileId, offset, length: leaf.length, runLength: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: serializeDirectory(root), leaves: Buffer.concat(leaves) }
}

/** Writes the columns of a directory as variable-length integers. An offset of 0 follows the previous content. */
function serializeDirectory(entries: readonly Entry[]): Buffer {
  const numbers = [entries.length]
  for (const [i, { tileId }] of entries.entries()) numbers.push(tileId - (entries[i - 1]?.tileId ?? 0))
  for (const { runLength } of entries) numbers.push(runLength)
  for (const { length } of entries) numbers.push(length)
  for (const [i, { offset }] of entries.entries()) {
    const before = entries[i - 1]
    numbers.push(before && offset === before.offset + before.length ? 0 : offset + 1)
  }
  const bytes: number[] = []
  for (let n of numbers) {
    for (; n > 127; n = Math.floor(n / 128)) bytes.push((n % 128) + 128)
    bytes.push(n)
  }
  return gzipSync(Buffer.from(bytes), { level: 9 })
}
