import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import { createHash } from 'node:crypto'
import { yieldToEventLoop } from '#server/platform/work/turns.ts'
import type { ClientFields, ReadRow } from './import-file.ts'

type Contact = { name: string; email: string; phone: string }

/**
 * `same` requires an equal email address or phone number and compatible names. `ask` lists possible matches for the
 * artist to decide.
 */
type Match<Id> = { kind: 'same'; id: Id } | { kind: 'ask'; ids: Id[] } | { kind: 'new' }

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr'])

function splitName(name: string): string[] {
  const plain = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\p{M}'’`.]/gu, (sign) => (sign === '.' ? ' ' : ''))
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const named = words.filter((word) => !titles.has(word))
  return named.length > 0 ? named : words
}

/** Ignores case, accents and the order of names. */
export const normaliseName = (name: string): string => splitName(name).toSorted().join(' ')

/** Returns whether each word of the shorter name matches a word of the longer one, or its initial. */
export function canBeSameName(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [splitName(one), splitName(other)].toSorted((a, b) => a.length - b.length)
  const free = [...longer]
  const take = (fits: (word: string) => boolean): boolean => {
    const at = free.findIndex(fits)
    if (at >= 0) free.splice(at, 1)
    return at >= 0
  }
  const rest = shorter.filter((word) => !take((candidate) => candidate === word))
  return rest.every((word) => take((candidate) => isInitial(word, candidate) || isInitial(candidate, word)))
}

const isInitial = (initial: string, word: string): boolean => initial.length === 1 && word.startsWith(initial)

/** E.164 by the country's rules, with the digits as a fallback. */
export function normalisePhone(phone: string, country: string): string {
  const text = phone.slice(0, 60)
  if (!/\d/.test(text)) return ''
  const number = parsePhoneNumberFromString(text, country as CountryCode)
  return number?.isPossible() ? number.number : text.replaceAll(/\D/g, '')
}

type Keys = { email: string; phone: string; name: string }

export class ClientMatcher<Id> {
  readonly #country: string
  readonly #known: Map<Id, { contact: Contact; keys: Keys }> = new Map()
  readonly #byKey: Map<string, Set<Id>> = new Map()

  constructor(country: string) {
    this.#country = country
  }

  set(id: Id, contact: Contact): void {
    const before = this.#known.get(id)
    if (before) for (const key of indexed(before.keys)) this.#byKey.get(key)?.delete(id)
    const keys = this.#getKeys(contact)
    this.#known.set(id, { contact, keys })
    for (const key of indexed(keys)) {
      const ids = this.#byKey.get(key) ?? new Set<Id>()
      this.#byKey.set(key, ids.add(id))
    }
  }

  find(contact: Contact): Match<Id> {
    const keys = this.#getKeys(contact)
    const byEmail = this.#find(keys.email && `email ${keys.email}`, contact)
    const byPhone = this.#find(keys.phone && `phone ${keys.phone}`, contact)
    const shared = [...new Set([...byEmail, ...byPhone])]
    const best = narrow(shared, [
      (id) => byEmail.includes(id) && byPhone.includes(id),
      (id) => this.#known.get(id)?.keys.name === keys.name,
    ])
    if (best.length === 1) return { kind: 'same', id: best[0] as Id }
    if (best.length > 1) return { kind: 'ask', ids: best }
    const named = [...(this.#byKey.get(`name ${keys.name}`) ?? [])].filter((id) => !this.#contradicts(id, keys))
    return named.length > 0 ? { kind: 'ask', ids: named } : { kind: 'new' }
  }

  sharesContact(id: Id, contact: Contact): boolean {
    const [known, keys] = [this.#known.get(id)?.keys, this.#getKeys(contact)]
    return Boolean((keys.email && known?.email === keys.email) || (keys.phone && known?.phone === keys.phone))
  }

  findBare(contact: Contact): Id[] {
    const { name, email, phone } = this.#getKeys(contact)
    if (email || phone) return []
    return [...(this.#byKey.get(`name ${name}`) ?? [])].filter((id) => {
      const keys = this.#known.get(id)?.keys
      return !keys?.email && !keys?.phone
    })
  }

  #getKeys({ name, email, phone }: Contact): Keys {
    return {
      email: email && normaliseEmail(email),
      phone: phone && normalisePhone(phone, this.#country),
      name: normaliseName(name),
    }
  }

  #find(key: string, { name }: Contact): Id[] {
    if (!key) return []
    return [...(this.#byKey.get(key) ?? [])].filter((id) =>
      canBeSameName(name, this.#known.get(id)?.contact.name ?? ''),
    )
  }

  #contradicts(id: Id, keys: Keys): boolean {
    const known = this.#known.get(id)?.keys
    if (!known) return true
    return (known.email !== '' && keys.email !== '') || (known.phone !== '' && keys.phone !== '')
  }
}

const indexed = ({ email, phone, name }: Keys): string[] => [
  ...(email ? [`email ${email}`] : []),
  ...(phone ? [`phone ${phone}`] : []),
  `name ${name}`,
]

/** Returns the candidates that pass a test: the first test that exactly one candidate passes. */
function narrow<Id>(ids: Id[], tests: readonly ((id: Id) => boolean)[]): Id[] {
  if (ids.length < 2) return ids
  for (const fits of tests) {
    const fitting = ids.filter(fits)
    if (fitting.length === 1) return fitting
  }
  return ids
}

const ROWS_AT_ONCE = 200
const longest = { allergies: 1_000, note: 4_000 }

export type GetSource = (name: string) => string

export type Person = {
  row: number
  client: ClientFields
  /** SHA-256 in hexadecimal of the tool and its client reference, or null. */
  key: string | null
  /**
   * SHA-256 of the first row, to recognise the same file. For a duplicate row, the hash includes the row's ordinal
   * number.
   */
  rowKey: string
  /** Rows of earlier persons who may be the same. */
  candidates: number[]
}

/**
 * Returns the person of each row, by row number. Rows are merged only with evidence that they belong to one person.
 * Returns null for a row if its notes do not fit after those of earlier rows.
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
    if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToEventLoop()
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
  if (referred && canBeSameName(referred.client.name, client.name)) return { person: referred, candidates: [] }
  const match = matcher.find(client)
  // Two different references of one tool are two clients, even if everything else matches.
  const differs = (person: Person) => key !== null && person.key !== null && person.key !== key
  if (match.kind === 'same' && !differs(match.id)) return { person: match.id, candidates: [] }
  const asked = match.kind === 'ask' ? match.ids : match.kind === 'same' ? [match.id] : []
  // In a list of appointments with names only, equal names mean one person.
  const [bare, ...more] = appointment ? matcher.findBare(client).filter((person) => !differs(person)) : []
  if (bare && more.length === 0) return { person: bare, candidates: [] }
  return { person: null, candidates: asked.map(({ row }) => row) }
}

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
