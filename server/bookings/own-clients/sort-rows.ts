import { emailKey } from '#contract/accounts/parse-email.ts'
import type { FileClient, ReadRow } from './read-file.ts'

/** A client that rows are matched with. */
export type Known = { id: string; name: string; email: string; phone: string }
/** A client of a file: one that exists, by id, or a new one by its position among the new ones. */
type Whose = { id: string } | { made: number }

const digits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-9)

/** Finds the client that a row means: by email address, else by phone number, else by name. The first one added wins. */
export class ClientMatcher {
  readonly #known: Map<string, Whose> = new Map()
  readonly #beneath: ClientMatcher | undefined

  /** `beneath` is searched first and never changed. */
  constructor(beneath?: ClientMatcher) {
    this.#beneath = beneath
  }

  add(client: Omit<Known, 'id'>, whose: Whose): void {
    for (const key of keysOf(client)) if (!this.#known.has(key)) this.#known.set(key, whose)
  }

  find(client: Omit<Known, 'id'>): Whose | undefined {
    for (const key of keysOf(client)) {
      const found = this.#byKey(key)
      if (found) return found
    }
    return undefined
  }

  #byKey(key: string): Whose | undefined {
    const beneath = this.#beneath ? this.#beneath.#byKey(key) : undefined
    return beneath ?? this.#known.get(key)
  }
}

const keysOf = ({ name, email, phone }: Omit<Known, 'id'>): string[] => [
  ...(email ? [`email ${emailKey(email)}`] : []),
  ...(digits(phone) ? [`phone ${digits(phone)}`] : []),
  `name ${name.toLowerCase()}`,
]

/** Creates a matcher that knows these clients. */
export function matcherOf(known: readonly Known[]): ClientMatcher {
  const matcher = new ClientMatcher()
  for (const client of known) matcher.add(client, { id: client.id })
  return matcher
}

/** Assigns rows to the clients that a matcher knows and to those of earlier rows, and lists the new clients. */
export function sortRows(rows: readonly ReadRow[], known: ClientMatcher) {
  const made: FileClient[] = []
  const matcher = new ClientMatcher(known)
  const sorted = rows.map((row) => {
    const found = matcher.find(row.client)
    const whose = found ?? { made: made.push(row.client) - 1 }
    matcher.add(row.client, whose)
    return { row, whose, isNew: !found }
  })
  return { made, sorted }
}
