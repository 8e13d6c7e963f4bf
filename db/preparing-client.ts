import pg from 'pg'

const changedUnderway = '0A000'

const ASKED_OFTEN = 3
const MOST_NAMES = 400

/** The statements of one pool that come back, each with the name under which its connections prepare it. */
export class NamedStatements {
  readonly #asked = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** The name of a statement once it has been asked often; those that are written anew each time get none. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= MOST_NAMES || text === 'begin' || text === 'commit') return known
    const times = (this.#asked.get(text) ?? 0) + 1
    if (times < ASKED_OFTEN) {
      if (this.#asked.size > 10 * MOST_NAMES) this.#asked.clear()
      this.#asked.set(text, times)
      return undefined
    }
    this.#asked.delete(text)
    const name = `p${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** A connection on which a statement that comes back is planned once. */
export class PreparingClient extends pg.Client {
  #prepared: NamedStatements | null

  /** Prepares by these names, or nothing where there are none. */
  constructor(config: pg.ClientConfig, prepared: NamedStatements | null) {
    super(config)
    this.#prepared = prepared
  }

  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) && !rest.length && this.#prepared?.nameOf(text)
    if (name)
      return (this.asked({ name, text, values }) as Promise<unknown>).catch((fault: { code?: string }) => {
        // Within a transaction all of it is done again.
        if (fault.code !== changedUnderway || this.getTransactionStatus() !== 'I') throw fault
        return this.asked(text, values)
      }) as never
    return this.asked(...given) as never
  }

  /** Sends it as it is. */
  protected asked(...given: unknown[]): unknown {
    const answer = (super.query as (...given: unknown[]) => unknown).apply(this, given)
    if (answer instanceof Promise)
      answer.catch((fault: { code?: string }) => {
        // A migration has changed what a prepared statement answers: from now on nothing is prepared here.
        if (fault.code === changedUnderway) this.#prepared = null
      })
    return answer
  }
}
