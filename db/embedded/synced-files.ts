import fs from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MemoryFS } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type Stream = { nfd: number; node: { mode: number } }
type Engine = {
  FS: { isDir: (mode: number) => boolean }
  NODEFS: {
    tryFSOperation: (act: () => void) => void
    stream_ops: { fsync?: (stream: Stream) => number }
    node_ops: { setattr: (node: unknown, attributes: { mode?: number }) => void }
  }
}

/**
 * The embedded database's files in a directory, where a sync that the engine asks for reaches the disk: its own file
 * system does nothing then.
 */
export class SyncedFiles extends NodeFS {
  readonly #onAbort: (reason: unknown) => void

  /** Calls `onAbort` if the engine's own code aborts, which PGlite swallows. */
  constructor(directory: string, onAbort: (reason: unknown) => void) {
    super(directory)
    this.#onAbort = onAbort
  }

  override async init(...given: Parameters<NodeFS['init']>): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(...given)
    const sync = ({ FS, NODEFS }: Engine) => {
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        NODEFS.tryFSOperation(() => (FS.isDir(node.mode) ? fs.fsyncSync(nfd) : fs.fdatasyncSync(nfd)))
        return 0
      }
      // Emscripten sets the mode of a new file, ignoring the umask of the process.
      const { setattr } = NODEFS.node_ops
      NODEFS.node_ops.setattr = (node, attributes) =>
        setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 })
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        onAbort: this.#onAbort,
        preRun: [...asList(emscriptenOpts.preRun), sync as never],
      },
    }
  }
}

export class MemoryFiles extends MemoryFS {
  readonly #onAbort: (reason: unknown) => void

  /** Calls `onAbort` if the engine's own code aborts, which PGlite swallows. */
  constructor(onAbort: (reason: unknown) => void) {
    super()
    this.#onAbort = onAbort
  }

  override async init(...given: Parameters<MemoryFS['init']>): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(...given)
    return { emscriptenOpts: { ...emscriptenOpts, onAbort: this.#onAbort } }
  }
}

const asList = <T>(given: T | T[] | undefined): T[] =>
  given === undefined ? [] : Array.isArray(given) ? given : [given]

/** Brings everything in a directory to the disk, files and names. */
export async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(directory, entry.name)
    await (entry.isDirectory() ? syncTree(path) : syncPath(path))
  }
  await syncPath(directory)
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
