import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { contactPatterns, hasContactDetails as holdsPlainContact } from '#contract/providers/profile-rules.ts'
import { Refusal } from '#server/platform/refusal.ts'

const circledRuns = [0x2776, 0x2780, 0x278a] as const

/** Returns the value of a decimal digit of any script, or null. Digits of a script are ten consecutive code points. */
function digitValue(character: string): string | null {
  const point = character.codePointAt(0) ?? 0
  if (/\p{Nd}/u.test(character)) {
    let zero = point
    while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    // Blocks are aligned, so runs of two scripts never touch.
    return String(point - zero)
  }
  for (const one of circledRuns) if (point >= one && point < one + 9) return String(point - one + 1)
  return point === 0x24ff ? '0' : null
}

/**
 * Normalises a text as people read it: plain digits and letters, without zero-width characters, keycaps and variation
 * selectors.
 */
function asRead(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Me}]|\p{Variation_Selector}/gu, '')
    .replace(/\P{ASCII}/gu, (character) => digitValue(character) ?? character)
}

export const hidden = '•••'

const mark = '\u{f0000}'

const countries: readonly CountryCode[] = ['GB', 'US', 'AU', 'CA']

// Texts with many digits that are no contact details: dates, times, amounts, percentages, sizes and periods.
const harmless = [
  /(?<!\d[\s()./_-]{0,4})(?:(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:(?:19|20)\d\d|\d\d)|[£$€] ?\d{1,3}(?:,\d{3}){0,2}(?:\.\d\d)?)(?!\d|[\s()./_-]{1,4}(?!\d{1,2}:\d\d)\d)/g,
  /(?<!\d[\s():./_-]{0,4})(?:[01]?\d|2[0-3])[:.][0-5]\d(?: ?[ap]\.?m\b)?(?!\d|[\s():./_-]{1,4}(?!\d{1,2}:\d\d)\d)/gi,
  /\b(?:1[0-2]|[1-9]) ?[ap]\.?m\b/gi,
  /\b(?:19|20)\d\d ?(?:-|–|to|and) ?(?:19|20)\d\d\b/g,
]

const word = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|null|nil)'
const ends = '(?:com|net|org|io|co|me|app|link|uk|au|ca|us|info|biz|shop|site)'
const at = String.raw`(?:\s{0,9}(?:@|\(at\)|\[at\]|\{at\}|<at>)\s{0,9}|\s{1,9}at\s{1,9})`
const dot = String.raw`(?:\s{0,9}(?:\.|,|\(dot\)|\[dot\]|\{dot\}|<dot>)\s{0,9}|\s{1,9}dot\s{1,9})`
const provider = '(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|aol|msn|ymail|gmx)'

const addresses = [
  /\S{0,64}@\S+/g,
  new RegExp(String.raw`\b[\w.+-]{1,64}${at}[\w-]{2,63}(?:${dot}[\w-]{1,63}){0,2}${dot}${ends}\b`, 'gi'),
  new RegExp(String.raw`\b[\w.+-]{2,64}${at}${provider}\b(?:${dot}${ends}\b)?`, 'gi'),
  new RegExp(String.raw`\b[\w.+-]{2,64}\s{1,9}${provider}(?:${dot}|\s{1,9})com\b`, 'gi'),
  /\b(?:https?:|www\.)\S*/gi,
  new RegExp(String.raw`\b(?:[a-z0-9-]{1,63}\.){1,8}${ends}\b\S*`, 'gi'),
  new RegExp(
    String.raw`\b(?!the\b)[\w-]{2,63}(?:\s{0,9}(?:\(dot\)|\[dot\]|\{dot\}|<dot>)\s{0,9}|\s{1,9}dot\s{1,9})${ends}\b`,
    'gi',
  ),
  /\S{1,30}:\/\/\S+/gi,
]

const network = String.raw`\b(?:whats ?app|wa|instagram|insta|i\.?g|facebook|fb|messenger|tik ?tok|tt|snap ?chat|snap|telegram|tg|signal|twitter|threads|we ?chat|viber|discord|skype|kik|pinterest|you ?tube|linked ?in|venmo|cash ?app|pay ?pal)\b`
const longNetwork = String.raw`\b(?:whats ?app|instagram|insta|facebook|messenger|tik ?tok|snap ?chat|snap|telegram|twitter|threads|we ?chat|viber|discord|skype|pinterest|you ?tube|linked ?in|venmo|cash ?app|pay ?pal)\b`
const label = '(?:handle|user ?name|user|name|id|account|acc|profile|page|tag)'
const handle = String.raw`@?[\w][\w.-]{2,40}`
// A name with digit, underscore or dot is a handle after any network's name.
const markedHandle = String.raw`@?(?=[a-z]{0,30}[\d_.]+[a-z\d])[a-z\d][\w.-]{2,40}`
const plainWords =
  '(?:a|an|the|not|no|so|very|too|just|now|all|also|for|from|to|in|on|at|of|by|is|was|are|and|but|or|if|my|your|our|their|his|her|here|there|where|what|who|how|why|great|good|lovely|amazing|beautiful|gorgeous|stunning|nice|brilliant|fab|private|public|new|old|full|empty|broken|down|closed|open|gone|deleted|hacked|working|only|still|pictures?|photos?|posts?|videos?|reels?|stories|story|page|feed|account|looks?|work|really|quite|under|called|as|me|you|it|we|they|that|this|with|please|thanks?|thank|because|when|style|filters?|link|button|clasp|fasten(?:ing|er)?s?)\\b'
const handles = [
  new RegExp(`(?<=${network} ?(?:${label} ?)?(?:[:=>~-]{1,3}|@) ?)(?!${plainWords})${handle}`, 'gi'),
  new RegExp(`(?<=${network} ${label} (?:is )?)(?!${plainWords})${handle}`, 'gi'),
  new RegExp(String.raw`(?<=\b(?:my|our) ${network} ?(?:${label} )?(?:is|was|as|=) )(?!${plainWords})${handle}`, 'gi'),
  new RegExp(
    String.raw`(?<=\b(?:add|find|follow|message|dm|reach|contact|text|search|see|get|hit|ping|call|chat|write|look|tag|catch)(?: for| up| to)? (?:me|us|up)(?: up)? (?:on|via|through|in|over|at|by) ${network}[,:]? (?:(?:under|at|as|called|by|it's|its|it is|i'm|im|i am|name|-) ?){0,2})(?!${plainWords})${handle}`,
    'gi',
  ),
  new RegExp(`(?<=${network} {1,3}(?:is )?)${markedHandle}`, 'gi'),
  new RegExp(String.raw`\b[a-z\d][\w.-]{2,40}(?= (?:on|at) (?:my )?${longNetwork})(?<=[\d_][\w.-]{0,40})`, 'gi'),
  // An invitation to a network without a handle: hides the network's name.
  new RegExp(
    String.raw`(?<=\b(?:add|find|follow|message|dm|reach|contact|text|ping|call|chat|write|hit) (?:to |with |for )?(?:me|us)(?: up)? (?:on|via|through|over|by) (?:my )?)${longNetwork}(?! ?[@:=]| ${mark})`,
    'gi',
  ),
  /(?<=^|[\s(,:;])@ ?(?=[a-z._]{0,30}[\d_.])[a-z0-9._]{3,40}|(?<=^|[\s(,:;])@[a-z0-9._]{3,40}/gi,
]

const tight = /(?:\+|\b)(?:\d[\s()./_-]{0,4}){7,}/g
const spelled = new RegExp(String.raw`\b(?:${word}|\d)\b(?:[\s,.*_~|/-]{0,6}(?:\d|${word}\b)){6,40}`, 'gi')
const loose = /\+?\d(?:[^\p{L}\p{N}£$€%\p{Co}]{0,6}\d){6,30}/gu
// Letters used as digits: O for 0, I and l for 1.
const disguised = /(?:\+|\b)[\dOoIl](?:[ .*_~|/-]{0,3}[\dOoIl]){8,16}\b/g

function isDialled(digits: string): boolean {
  if (/^07\d{9}$/.test(digits)) return true
  if (!/^(?:\+|00)?\d{9,15}$/.test(digits)) return false
  const international = digits.replace(/^00/, '+')
  if (international.startsWith('+')) return parsePhoneNumberFromString(international)?.isPossible() ?? false
  if (/^(?:44|61)\d{9,10}$/.test(digits) && parsePhoneNumberFromString(`+${digits}`)?.isPossible()) return true
  if (!/^(?:0|1?[2-9]\d\d[2-9])/.test(digits)) return false
  return countries.some((country) => parsePhoneNumberFromString(digits, country)?.isValid())
}

// A list of shades or sizes, unlike a mobile number with separators.
const list = /^(?!0[47])\d{1,3}(?:, \d{2,3}){4,}$/

function holdsDialled(found: string): boolean {
  const groups = found.match(/\+?\d+/g) ?? []
  for (let from = 0; from < groups.length; from += 1) {
    let digits = ''
    for (let to = from; to < groups.length && digits.length < 16; to += 1) {
      digits += groups[to]
      if (digits.length >= 9 && isDialled(digits)) return true
    }
  }
  return false
}

const letterDigits: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1' }
const plainDigits = (found: string) => found.replace(/[OoIl]/g, (letter) => letterDigits[letter] ?? letter)

const hide = (found: string) => mark + found.slice(found.trimEnd().length)

/** Masks phone numbers, addresses, links and handles. */
export function maskContacts(text: string): { text: string; masked: boolean } {
  const kept: string[] = []
  let read = asRead(text).replaceAll(mark, '')
  for (const pattern of harmless)
    read = read.replace(pattern, (found) => {
      if (kept.length > 1_000) return found
      kept.push(found)
      return String.fromCodePoint(0xe000 + kept.length - 1)
    })
  let now = read
  for (const pattern of [...addresses, ...handles, tight]) now = now.replace(pattern, hide)
  now = now
    .replace(spelled, (found) => (/[a-z]/i.test(found) ? hide(found) : found))
    .replace(loose, (found) => (!list.test(found) && holdsDialled(found) ? hide(found) : found))
    .replace(disguised, (found) => {
      const digits = (found.match(/\d/g) ?? []).length
      return digits >= 5 && digits < found.length && holdsDialled(plainDigits(found)) ? hide(found) : found
    })
  for (const pattern of contactPatterns) now = now.replace(new RegExp(pattern.source, `${pattern.flags}g`), hide)
  if (now === read) return { text, masked: false }
  // Contact details revealed only after masking others.
  if (holdsPlainContact(now.replaceAll(mark, hidden))) return { text: hidden, masked: true }
  return {
    text: now
      .replaceAll(mark, hidden)
      .replace(/[\ue000-\uf8ff]/g, (place) => kept[(place.codePointAt(0) ?? 0) - 0xe000] ?? place),
    masked: true,
  }
}

export const hasHiddenContact = (text: string): boolean => maskContacts(text).masked

/** Throws for contact details in a public text, with its field. */
export function assertNoContactDetails(text: string, field: string): void {
  if (hasHiddenContact(text))
    throw new Refusal('contact_details', {
      errors: [{ path: field, message: 'Leave out phone numbers, addresses and links.' }],
    })
}
