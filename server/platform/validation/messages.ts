import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const MOST_NAMED = 12
const LONGEST_NAME = 40

const formats: Readonly<Record<string, string>> = {
  email: 'Enter a valid email address.',
  url: 'Enter a full web address, like https://example.com.',
  uuid: 'This ID is not valid.',
  date: 'Enter a date that exists, as YYYY-MM-DD.',
  datetime: 'Enter the date and time with its time zone, like 2027-05-15T09:30:00Z.',
  time: 'Enter the time as HH:MM.',
}

const types: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Send a list.',
  tuple: 'Send a list.',
  object: 'Send an object with named fields.',
  record: 'Send an object with named fields.',
}

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 10 })
const counted = (n: number, one: string, other: string) => `${number.format(n)} ${n === 1 ? one : other}`
const named = (names: readonly unknown[]) =>
  names
    .slice(0, MOST_NAMED)
    .map((name) => String(name).slice(0, LONGEST_NAME))
    .join(', ')

/** Messages are for the person who typed the value. */
function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.'
      return types[issue.expected] ?? NOT_VALID
    case 'invalid_value':
      return issue.values.length > MOST_NAMED
        ? 'Choose one of the listed values.'
        : `Choose ${issue.values.length === 1 ? '' : 'one of '}${named(issue.values)}.`
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not in the right format.'
    case 'not_multiple_of':
      return `Enter a multiple of ${number.format(Number(issue.divisor))}.`
    case 'unrecognized_keys':
      return `Remove the unknown ${issue.keys.length === 1 ? 'field' : 'fields'} ${named(issue.keys)}.`
    default:
      return NOT_VALID
  }
}

const NOT_VALID = 'This value is not valid.'

function tooBig({ origin, inclusive, exact, ...issue }: Extract<Issue, { code: 'too_big' }>): string {
  const maximum = Number(issue.maximum)
  const limit = exact ? 'exactly' : 'at most'
  if (origin === 'string') return `Use ${limit} ${counted(maximum, 'character', 'characters')}.`
  if (origin === 'array' || origin === 'set') return `Choose ${limit} ${counted(maximum, 'item', 'items')}.`
  return inclusive === false ? `Enter less than ${number.format(maximum)}.` : `Enter ${number.format(maximum)} or less.`
}

function tooSmall({ origin, inclusive, exact, ...issue }: Extract<Issue, { code: 'too_small' }>): string {
  const minimum = Number(issue.minimum)
  const limit = exact ? 'exactly' : 'at least'
  if (origin === 'string')
    return minimum === 1 ? 'This field is required.' : `Use ${limit} ${counted(minimum, 'character', 'characters')}.`
  if (origin === 'array' || origin === 'set') return `Choose ${limit} ${counted(minimum, 'item', 'items')}.`
  return inclusive === false ? `Enter more than ${number.format(minimum)}.` : `Enter ${number.format(minimum)} or more.`
}

z.config({ customError: describeIssue })
