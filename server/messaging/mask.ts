import { contactPatterns, holdsContact } from '#contract/providers/profile-rules.ts'

/** What stands where something is hidden. */
export const hidden = '•••'

const word = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|nil)'
const digit = `(?:\\d|${word}\\b)`
// Numbers set wide apart or spelled out, and addresses whose signs are spelled out.
const spelled = [
  /(?:\+|\b)(?:\d[\s()./_-]{0,4}){7,}/g,
  new RegExp(`\\b(?:${word}|\\d)\\b(?:[\\s,.-]*${digit}){6,}`, 'gi'),
  /\b[\w.+-]{2,64}\s{0,9}(?:\(at\)|\[at\]|\{at\}|\s{1,9}at\s{1,9})\s{0,9}[\w-]{2,63}\s{0,9}(?:\(dot\)|\[dot\]|\{dot\}|\s{1,9}dot\s{1,9})\s{0,9}\w{2,63}\b/gi,
  /\b[\w-]{2,63}\s{0,9}(?:\(dot\)|\[dot\]|\{dot\}|\s{1,9}dot\s{1,9})\s{0,9}(?:com|net|org|io|co|me|app|link|uk|au|ca|us|info|biz|shop|site)\b/gi,
  /\S{1,30}:\/\/\S+/gi,
]
// The whole of an address or link goes, not only the part by which it was found. Everything has its longest: a text made to be slow is not.
const wholes = [
  /\S{0,64}@\S+/g,
  /\b(?:https?:|www\.)\S*/gi,
  /\b(?:[a-z0-9-]{1,63}\.){1,8}(?:com|net|org|io|co|me|app|link|uk|au|ca|us|info|biz|shop|site)\b\S*/gi,
]
// A day or an amount is no phone number, as long as no other digits stand beside it.
const harmless = new RegExp(
  [
    String.raw`(?<!\d[\s().\/_-]{0,4})(?:`,
    String.raw`(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])`,
    String.raw`|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:(?:19|20)\d\d|\d\d)`,
    String.raw`|[£$€] ?\d{1,3}(?:,\d{3}){0,2}(?:\.\d\d)?`,
    String.raw`)(?!\d|[\s().\/_-]{1,4}(?!\d{1,2}:\d\d)\d)`,
  ].join(''),
  'g',
)

/** A text without phone numbers, addresses, links and names elsewhere, and whether there were any. */
export function maskContacts(text: string): { text: string; masked: boolean } {
  // As it is read: wide letters and digits are plain ones, and what has no width is not there.
  const read = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const left: string[] = []
  const kept = read.replace(harmless, (found) => {
    left.push(found)
    return String.fromCodePoint(0xe000 + Math.min(left.length - 1, 1000))
  })
  let now = kept
  for (const pattern of [
    ...wholes,
    ...spelled,
    ...contactPatterns.map((one) => new RegExp(one.source, one.flags.includes('g') ? one.flags : `${one.flags}g`)),
  ])
    now = now.replace(pattern, (found) => hidden + found.slice(found.trimEnd().length))
  // What still reads as contact details, put together from what is left, is not shown at all.
  if (holdsContact(now)) return { text: hidden, masked: true }
  if (now === kept) return { text, masked: false }
  return {
    text: now.replace(/[\ue000-\uf8ff]/g, (mark) => left[(mark.codePointAt(0) ?? 0) - 0xe000] ?? mark),
    masked: true,
  }
}
