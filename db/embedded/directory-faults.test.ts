import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbedded } from '#db/database.ts'
import { DirectoryInUse, lockDirectory } from '#db/directory-lock.ts'
import { openDisk } from '#tests/rehearsal/disk.ts'

const home = mkdtempSync(join(tmpdir(), 'primp-directory-faults-'))
const whole = join(home, 'whole')
const isRoot = process.getuid?.() === 0
let copies = 0
const cleanUp: (() => void)[] = []

const copyOf = (directory: string): string => {
  const copy = join(home, String(++copies))
  cpSync(directory, copy, { recursive: true })
  return copy
}

beforeAll(async () => {
  chmodSync(home, 0o755)
  await (await openEmbedded(whole)).close()
}, 60_000)
afterAll(() => {
  for (const undo of cleanUp.toReversed()) undo()
  rmSync(home, { recursive: true, force: true })
})

/** Returns the error of opening the directory in another process, as an ordinary user if this one is root. */
function refusalOf(directory: string): string {
  const opening = `import { openEmbedded } from '#db/database.ts'
    await openEmbedded(${JSON.stringify(directory)}).then(() => console.error('opened'), (fault) => console.error(fault.name + ': ' + fault.message))`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', opening], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  })
  return String(stderr)
}

describe('An unusable data directory reports the cause and calls no healthy database damaged:', () => {
  test('a directory of another user', async () => {
    const directory = copyOf(whole)
    chmodSync(directory, isRoot ? 0o755 : 0o500)
    const said = refusalOf(directory)
    expect(said).toContain(`DirectoryUnusable: Primp has no permission to write in the data directory ${directory}`)
    expect(said).toContain('The database is not damaged.')
  }, 60_000)

  test('a directory with a database of another user', async () => {
    const directory = copyOf(whole)
    if (isRoot) execFileSync('chown', ['65534:65534', directory, join(directory, 'lock.sqlite')])
    else chmodSync(join(directory, 'pg'), 0o500)
    expect(refusalOf(directory)).toContain('DirectoryUnusable: Primp has no permission to write in the data directory')
  }, 60_000)

  test('a broken lock file', async () => {
    const directory = copyOf(whole)
    writeFileSync(join(directory, 'lock.sqlite'), 'this is no lock file, and long enough to be read as one'.repeat(50))
    await expect(openEmbedded(directory)).rejects.toThrow(
      `The lock file ${join(directory, 'lock.sqlite')} is invalid. It contains no data, and the database is not damaged.`,
    )
    rmSync(join(directory, 'lock.sqlite'))
    await (await openEmbedded(directory)).close()
  }, 60_000)

  test('a directory opened by another process', async () => {
    const directory = copyOf(whole)
    const release = lockDirectory(directory)
    await expect(openEmbedded(directory)).rejects.toThrow(DirectoryInUse)
    release()
  })

  test('a file instead of a directory', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    await expect(openEmbedded(file)).rejects.toThrow(`The data directory ${file} is a file, or is below one.`)
    await expect(openEmbedded(join(file, 'below'))).rejects.toThrow('is a file, or is below one.')
  })

  test('a directory whose creation was interrupted is created again', async () => {
    const directory = join(home, 'interrupted')
    mkdirSync(join(directory, 'pg', 'base'), { recursive: true })
    writeFileSync(join(directory, 'creating'), '')
    await (await openEmbedded(directory)).close()
    await (await openEmbedded(directory)).close()
  }, 60_000)
})

describe.runIf(isRoot)('on a separate disk', () => {
  const onDisk = (megabytes: number) => {
    const folder = join(home, `disk-${++copies}`)
    const disk = openDisk(folder, megabytes, 0)
    if (!disk) throw new Error('This user is not allowed to mount a disk.')
    cleanUp.push(disk.close)
    return { folder, ...disk }
  }

  test('a full disk, with and without a database; it opens when there is space', async () => {
    const { folder, fill, free } = onDisk(200)
    const directory = join(folder, 'data')
    cpSync(whole, directory, { recursive: true })
    fill()
    const full = /^The disk of the data directory .* is full\. The database is not damaged\. Free some space/
    await expect(openEmbedded(directory)).rejects.toThrow(full)
    free()
    await (await openEmbedded(directory)).close()
    const small = onDisk(20)
    await expect(openEmbedded(join(small.folder, 'data'))).rejects.toThrow(full)
  }, 60_000)

  test('a read-only disk', async () => {
    const { folder } = onDisk(200)
    const directory = join(folder, 'data')
    cpSync(whole, directory, { recursive: true })
    execFileSync('mount', ['-o', 'remount,ro', folder])
    await expect(openEmbedded(directory)).rejects.toThrow(
      /^The data directory .* is on a read-only file system\. The database is not damaged\./,
    )
  }, 60_000)
})
