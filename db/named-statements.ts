import type pg from 'pg'
import { isChangedResult } from './faults.ts'

const MIN_USES = 3
const MAX_NAMES = 400

/** The names under which the connections of one pool prepare the statements that come back often. */
export class NamedStatements {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** Returns the name of a statement, or undefined if it was used too rarely so far. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= MAX_NAMES || text === 'begin' || text === 'commit') return known
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < MIN_USES) {
      // Statements with values in their text would fill the memory.
      if (this.#uses.size > 10 * MAX_NAMES) this.#uses.clear()
      this.#uses.set(text, uses)
      return undefined
    }
    this.#uses.delete(text)
    const name = `p${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

export class StatementSender {
  readonly #client: pg.ClientBase
  #names: NamedStatements | null
  #prepares = true

  /** Names statements by their use, or prepares only those that already have a name. */
  constructor(client: pg.ClientBase, names: NamedStatements | null) {
    this.#client = client
    this.#names = names
  }

  /**
   * Sends a statement. If a migration has changed the result of a prepared statement, it is sent again without a name,
   * except within a transaction, which has to start again. This connection prepares nothing more then.
   */
  async send<Row extends pg.QueryResultRow>(query: string | pg.QueryConfig, values?: readonly unknown[]) {
    const config = typeof query === 'string' ? { text: query, ...(values && { values: [...values] }) } : query
    const { name = config.values && this.#names?.nameOf(config.text), ...unnamed } = config
    if (!name || !this.#prepares) return this.#client.query<Row>(unnamed)
    try {
      return await this.#client.query<Row>({ ...unnamed, name })
    } catch (fault) {
      if (!isChangedResult(fault)) throw fault
      this.#prepares = false
      if (this.#client.getTransactionStatus() !== 'I') throw fault
      return this.#client.query<Row>(unnamed)
    }
  }
}
