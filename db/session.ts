import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database } from './database.ts'

export type Session = {
  exec: (text: string) => Promise<void>
  rows: <Row>(text: string, params?: unknown[]) => Promise<Row[]>
  copyOut: (query: string) => Promise<Buffer>
  copyIn: (table: string, columns: readonly string[], text: Iterable<string | Buffer>) => Promise<void>
  /** Commits all statements of the act, or none if it throws. */
  transaction: <T>(act: () => Promise<T>) => Promise<T>
  release: () => void
}

/** Takes a connection for the caller. The embedded database has only one, which is then locked. */
export async function acquireSession({ pglite, pool }: Database): Promise<Session> {
  if (pglite) {
    const exec = async (text: string) => {
      await pglite.exec(text)
    }
    return {
      exec,
      rows: async <Row>(text: string, params?: unknown[]) => (await pglite.query<Row>(text, params)).rows,
      copyOut: async (query) => {
        const { blob } = await pglite.query(`copy (${query}) to '/dev/blob'`)
        return Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
      },
      copyIn: async (table, columns, text) => {
        for (const part of text)
          await pglite.query(`copy ${into(table, columns)} from '/dev/blob'`, [], { blob: new Blob([part as string]) })
      },
      transaction: transactionBy(exec),
      release: () => {},
    }
  }
  if (!pool) throw new Error('The database must be either embedded or a pool.')
  const connection = await pool.connect()
  const { client } = connection
  const exec = async (text: string) => {
    await connection.query(text)
  }
  return {
    exec,
    rows: async <Row>(text: string, params?: unknown[]) => (await connection.query(text, params)).rows as Row[],
    copyOut: (query) => buffer(client.query(copyTo(`copy (${query}) to stdout`))),
    copyIn: (table, columns, text) =>
      pipeline(Readable.from(text), client.query(copyFrom(`copy ${into(table, columns)} from stdin`))),
    transaction: transactionBy(exec),
    release: () => connection.release(),
  }
}

const into = (table: string, columns: readonly string[]): string =>
  `${quoteIdentifier(table)} (${columns.map(quoteIdentifier).join(', ')})`

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

function transactionBy(exec: Session['exec']): Session['transaction'] {
  return async (act) => {
    await exec('begin')
    try {
      const result = await act()
      await exec('commit')
      return result
    } catch (fault) {
      await exec('rollback').catch(() => {})
      throw fault
    }
  }
}
