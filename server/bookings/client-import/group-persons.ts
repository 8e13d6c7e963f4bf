import { createHash } from 'node:crypto'
import { nextTurn } from '#server/platform/work/turns.ts'
import { ClientMatcher, areNamesCompatible } from './match-clients.ts'
import type { ClientFields, ReadRow } from './read-import.ts'

const ROWS_AT_ONCE = 200
const longest = { allergies: 1_000, note: 4_000 }

/** Returns what names the references of a file, for a client of that name. */
export type GetSource = (name: string) => string

/** A person of the file, with what all rows about them say. */
export type Person = {
  /** The first row about them. */
  row: number
  client: ClientFields
  /** SHA-256 of the tool and its reference of the client, in hexadecimal; null without one. */
  key: string | null
  /** SHA-256 of the first row about them, which tells the same file again; of a repeated row, with how often it came before. */
  rowKey: string
  /** Rows of earlier persons of the file who may be the same. */
  candidates: number[]
}

/**
 * Returns the person of each row, by its number. Rows are about one person only if they say so. Null for a row whose
 * notes do not fit beside those of earlier rows about the same person.
 */
export async function groupPersons(
  rows: readonly ReadRow[],
  source: GetSource,
  country: string,
): Promise<Map<number, Person | null>> {
  const matcher = new ClientMatcher<Person>(country)
  const byReference = new Map<string, Person>()
  const persons = new Map<number, Person | null>()
  const repeats = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn()
    const key = row.clientReference ? hash(`client\n${source(row.client.name)}\n${row.clientReference}`) : null
    const { person, candidates } = findPerson(row, key, matcher, byReference)
    const found = person ?? { row: row.row, client: row.client, key, rowKey: '', candidates }
    if (!person) {
      const text = [source(row.client.name), ...row.cells].join('\n')
      const times = (repeats.get(text) ?? 0) + 1
      repeats.set(text, times)
      found.rowKey = hash(`row ${times}\n${text}`)
    }
    const joined = person ? joinClients(person.client, row.client) : row.client
    if (joined.note.length > longest.note) {
      persons.set(row.row, null)
      continue
    }
    found.client = joined
    found.key ??= key
    if (found.key) byReference.set(found.key, found)
    matcher.set(found, found.client)
    persons.set(row.row, found)
  }
  return persons
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function findPerson(
  { client, appointment }: ReadRow,
  key: string | null,
  matcher: ClientMatcher<Person>,
  byReference: ReadonlyMap<string, Person>,
): { person: Person | null; candidates: number[] } {
  const referred = key ? byReference.get(key) : undefined
  if (referred && areNamesCompatible(referred.client.name, client.name)) return { person: referred, candidates: [] }
  const match = matcher.find(client)
  // Two references of one tool are two clients of hers, whatever else is the same.
  const differs = (person: Person) => key !== null && person.key !== null && person.key !== key
  if (match.kind === 'same' && !differs(match.id)) return { person: match.id, candidates: [] }
  const asked = match.kind === 'ask' ? match.ids : match.kind === 'same' ? [match.id] : []
  // A list of appointments that names its clients and nothing else means one person by one name.
  const [bare, ...more] = appointment ? matcher.findBare(client).filter((person) => !differs(person)) : []
  if (bare && more.length === 0) return { person: bare, candidates: [] }
  return { person: null, candidates: asked.map(({ row }) => row) }
}

/** Joins what two rows say about one person. Nothing is lost: what differs goes into the note. */
function joinClients(one: ClientFields, other: ClientFields): ClientFields {
  const notes = splitLines(one.note)
  const keep = (text: string) => {
    if (text && !notes.includes(text)) notes.push(text)
  }
  const first = (field: 'email' | 'phone' | 'address'): string => {
    if (one[field] && other[field] && one[field].toLowerCase() !== other[field].toLowerCase()) keep(other[field])
    return one[field] || other[field]
  }
  const joined = {
    name: other.name.length > one.name.length ? other.name : one.name,
    email: first('email'),
    phone: first('phone'),
    address: first('address'),
  }
  const allergies = joinAllergies(one.allergies, other.allergies)
  for (const line of splitLines(other.note)) keep(line)
  if (allergies.length > longest.allergies) keep(`Allergies: ${other.allergies}`)
  return {
    ...joined,
    allergies: allergies.length > longest.allergies ? one.allergies : allergies,
    note: notes.join('\n'),
  }
}

/** Joins two lists of allergies, each allergy once, without regard to case. */
export function joinAllergies(one: string, other: string): string {
  if (!one || !other) return one || other
  const known = new Set(splitList(one).map((part) => part.toLowerCase()))
  const added = splitList(other).filter((part) => !known.has(part.toLowerCase()))
  return [one, ...new Set(added)].join(', ')
}

const splitList = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
const splitLines = (text: string): string[] => text.split('\n').filter(Boolean)
