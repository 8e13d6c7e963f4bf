import type { CompiledMessage } from './language.ts'

const letters: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  g: 'ğ',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  s: 'š',
  u: 'ú',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  G: 'Ğ',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  S: 'Š',
  U: 'Ú',
  Y: 'Ý',
  Z: 'Ž',
}

/** Returns a message with accented letters, in brackets and a third longer, as a long translation would be. */
export function pseudolocalize(message: CompiledMessage): CompiledMessage {
  const text = accent(message)
  const length = JSON.stringify(message).length
  const more = '~'.repeat(Math.ceil(length / 3))
  return Array.isArray(text) ? ['[', ...text, more, ']'] : `[${String(text)}${more}]`
}

// The first element of an inner array is the name of a placeholder, the second its kind.
function accent(message: CompiledMessage): CompiledMessage {
  if (typeof message === 'string') return message.replace(/[a-z]/gi, (letter) => letters[letter] ?? letter)
  return message.map((token) => {
    if (!Array.isArray(token)) return accent(String(token))
    const [name, kind, forms] = token
    if (typeof forms !== 'object' || forms === null) return token
    return [name, kind, Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, accentForm(form)]))]
  })
}

// The offset of a plural is no text.
const accentForm = (form: unknown): unknown => (typeof form === 'string' || Array.isArray(form) ? accent(form) : form)
