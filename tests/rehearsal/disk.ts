import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A small disk of its own, in memory, that can be filled to its last byte. */
export type Disk = {
  fill: () => void
  /** Takes away what it was filled with. */
  free: () => void
  close: () => void
}

/** Lays a disk of so many megabytes into a folder; none where this user may not. */
export function openDisk(folder: string, megabytes: number, owner: number): Disk | undefined {
  mkdirSync(folder)
  const options = `size=${megabytes}m,mode=0700,uid=${owner}`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    fill: () => {
      const file = openSync(filler, 'w')
      try {
        for (let piece = Buffer.alloc(1 << 20); piece.length > 0; ) {
          try {
            writeSync(file, piece)
          } catch {
            // What no piece of this size fits into may take a smaller one.
            piece = piece.subarray(0, piece.length >> 1)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    // Whoever stands in it still is about to be gone.
    close: () => void execFileSync('umount', ['--lazy', folder]),
  }
}
