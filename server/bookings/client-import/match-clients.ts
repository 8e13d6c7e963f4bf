import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** The fields by which clients are compared. */
export type Contact = { name: string; email: string; phone: string }

/**
 * Whether a person is a known client. `same` only if the email address or the phone number is equal and the names do not
 * contradict each other. `ask` lists the clients who may be the same person: whether they are is for the artist to say.
 */
export type Match<Id> = { kind: 'same'; id: Id } | { kind: 'ask'; ids: Id[] } | { kind: 'new' }

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

/** Returns the words of a name without case, accents, apostrophes and titles. */
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

/** Returns a key that is equal for names that differ in case, accents or the order of first and last name only. */
export const nameKey = (name: string): string => splitName(name).toSorted().join(' ')

/**
 * Returns whether two names can be the same person's: every word of the shorter one is a word of the longer one, or the
 * initial of one. A missing first or last name does not contradict; a different one does.
 */
export function areNamesCompatible(one: string, other: string): boolean {
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

/** Returns a phone number in the form by which numbers are compared: E.164 by the rules of that country, else its digits. */
export function phoneKey(phone: string, country: string): string {
  const text = phone.slice(0, 60)
  if (!/\d/.test(text)) return ''
  const number = parsePhoneNumberFromString(text, country as CountryCode)
  return number?.isPossible() ? number.number : text.replaceAll(/\D/g, '')
}

type Keys = { email: string; phone: string; name: string }

/** Finds known clients by email address, phone number and name, with numbers read by the rules of one country. */
export class ClientMatcher<Id> {
  readonly #country: string
  readonly #known: Map<Id, { contact: Contact; keys: Keys }> = new Map()
  readonly #byKey: Map<string, Set<Id>> = new Map()

  constructor(country: string) {
    this.#country = country
  }

  /** Adds a client, or replaces what is known of one. */
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

  /** Whether a client has the email address or the phone number of a contact. */
  sharesContact(id: Id, contact: Contact): boolean {
    const [known, keys] = [this.#known.get(id)?.keys, this.#getKeys(contact)]
    return Boolean((keys.email && known?.email === keys.email) || (keys.phone && known?.phone === keys.phone))
  }

  /** Returns the clients of that name of whom neither an email address nor a phone number is known. */
  findBare(contact: Contact): Id[] {
    const { name, email, phone } = this.#getKeys(contact)
    if (email || phone) return []
    return [...(this.#byKey.get(`name ${name}`) ?? [])].filter((id) => {
      const keys = this.#known.get(id)?.keys
      return !keys?.email && !keys?.phone
    })
  }

  #getKeys({ name, email, phone }: Contact): Keys {
    return { email: email && emailKey(email), phone: phone && phoneKey(phone, this.#country), name: nameKey(name) }
  }

  #find(key: string, { name }: Contact): Id[] {
    if (!key) return []
    return [...(this.#byKey.get(key) ?? [])].filter((id) =>
      areNamesCompatible(name, this.#known.get(id)?.contact.name ?? ''),
    )
  }

  /** Whether an address or a number is known on both sides, and neither is the same. */
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

/** Narrows candidates down by the first test that leaves exactly one. */
function narrow<Id>(ids: Id[], tests: readonly ((id: Id) => boolean)[]): Id[] {
  if (ids.length < 2) return ids
  for (const fits of tests) {
    const fitting = ids.filter(fits)
    if (fitting.length === 1) return fitting
  }
  return ids
}
