import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { QueryOptions, Results } from '@electric-sql/pglite'
import { lockDirectory } from '#db/directory-lock.ts'
import { DirectoryUnusable } from './directory-unusable.ts'
import type { BareEngine } from './engine.ts'
import type { Asked, FromEngine, ToEngine, Told } from './messages.ts'

type Begun = { directory: string; unlock: () => void; engine: Promise<BareEngine> }

let begun: Begun | undefined

/**
 * Begins to open the embedded database of a directory in a thread of its own, whoever asks for it later; what cannot be begun
 * is left to them. Nothing is begun where there is no database yet.
 */
export function beginOpening(given: string): void {
  const directory = resolve(given)
  if (!existsSync(join(directory, 'pg', 'PG_VERSION'))) return
  try {
    const unlock = lockDirectory(directory)
    begun = { directory, unlock, engine: openInThread(directory) }
    begun.engine.catch(() => {})
  } catch {}
}

/** What was begun for a directory, once. */
export function takeBegun(directory: string): Begun | undefined {
  if (begun?.directory !== resolve(directory)) return undefined
  const taken = begun
  begun = undefined
  return taken
}

/** Opens a directory in a thread of its own: what waits for the database leaves this one to others. */
export async function openInThread(directory: string): Promise<BareEngine> {
  const thread = new Worker(new URL('./engine-worker.ts', import.meta.url), { workerData: directory, execArgv: [] })
  const asked = new Map<number, { resolve: (answer: never) => void; reject: (fault: unknown) => void }>()
  const ears: ((channel: string, payload: string) => void)[] = []
  let last = 0
  let closed = false
  const answerOf = <T>(id: number): Promise<T> => {
    // A process does not stay for an engine that does nothing.
    if (asked.size === 0) thread.ref()
    return new Promise<T>((resolve, reject) => asked.set(id, { resolve, reject }))
  }
  const ask = <T>(message: Asked): Promise<T> => {
    if (closed) return Promise.reject(new Error('The database is closed.'))
    const id = ++last
    const answer = answerOf<T>(id)
    thread.postMessage({ ...message, id } as ToEngine)
    return answer
  }
  const ended = (fault: unknown) => {
    closed = true
    for (const { reject } of asked.values()) reject(fault)
    asked.clear()
  }
  thread.on('error', ended)
  thread.on('exit', () => ended(new Error('The database has ended.')))
  thread.on('message', (said: FromEngine) => {
    if ('channel' in said) {
      for (const heard of ears) heard(said.channel, said.payload)
      return
    }
    const one = asked.get(said.id)
    asked.delete(said.id)
    if (asked.size === 0) thread.unref()
    if ('fault' in said) one?.reject(faultOf(said.fault))
    else one?.resolve(said.answer as never)
  })
  await answerOf(0)
  return {
    say: async (bytes) => {
      const { buffer } = await ask<Uint8Array<ArrayBuffer>>({ do: 'say', bytes })
      return Buffer.from(buffer)
    },
    query: async <T>(text: string, params: unknown[] = [], options: QueryOptions = {}) =>
      withBuffers(await ask<Results<T>>({ do: 'query', text, params, options })),
    exec: async (text, options = {}) =>
      (await ask<Results[]>({ do: 'exec', text, options })).map((one) => withBuffers(one)),
    onNotification: (heard) => void ears.push(heard),
    close: async () => {
      await ask({ do: 'close' })
      closed = true
      await thread.terminate()
    },
  }
}

/** The fault as the engine threw it. */
const faultOf = ({ name, message, facts }: Told): Error =>
  name === 'DirectoryUnusable'
    ? new DirectoryUnusable(message)
    : Object.defineProperty(Object.assign(new Error(message), facts), 'name', { value: name })

const BYTES: ReadonlySet<number> = new Set([17, 1001])

/** Bytes come from another thread as plain ones. */
function withBuffers<T>(results: Results<T>): Results<T> {
  const names = results.fields.filter(({ dataTypeID }) => BYTES.has(dataTypeID)).map(({ name }) => name)
  if (names.length)
    for (const row of results.rows as Record<string, unknown>[])
      for (const name of names) row[name] = asBuffers(row[name])
  return results
}

const asBuffers = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Array.isArray(value)
      ? value.map(asBuffers)
      : value
