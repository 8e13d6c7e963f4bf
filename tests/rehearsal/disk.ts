import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A small RAM disk that can be filled completely. */
export type Disk = {
  fill: () => void
  free: () => void
  close: () => void
}

/** Mounts a disk of this size in a folder; undefined if this user may not. */
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
            // Retries with a smaller piece.
            piece = piece.subarray(0, piece.length >> 1)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    // Remaining users are about to exit.
    close: () => void execFileSync('umount', ['--lazy', folder]),
  }
}
