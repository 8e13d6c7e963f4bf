const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** Those of the codes of three letters that are spoken by many and have none of two. */
const longer = ['fil', 'haw', 'yue']

/** The English names of languages, as far as they have a code of two letters, and a few that have none. */
export function languageNames(): Set<string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const codes = [...letters.flatMap((a) => letters.map((b) => a + b)), ...longer]
  return new Set(codes.flatMap((code) => names.of(code) ?? []))
}
