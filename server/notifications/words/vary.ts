import type { Template } from '#contract/templates.ts'

/** Variant of the day: artist travels, studio, fixed start, or no time yet. */
export type DayVariant = 'mobile' | 'studio' | 'start' | 'none'

type Swap = readonly [RegExp, string]
const comes = '\\{name\\} arrives at \\{arrive\\}'
const hasReady = 'will have \\{ofYou\\} ready by \\{time\\}'

// Replacements for sentences about arrival and readiness, longest first. Subjects, which have no full stop, stay short.
const swaps: Record<Exclude<DayVariant, 'mobile'>, readonly Swap[]> = {
  studio: [
    [
      new RegExp(`: ${comes} on \\{date\\} and ${hasReady}`),
      ': be at the studio, {address}, at {arrive} on {date}. {name} will have {ofYou} done by {time}',
    ],
    [
      new RegExp(`${comes} on \\{date\\} and ${hasReady}`),
      'Be at the studio, {address}, at {arrive} on {date}. {name} will have {ofYou} done by {time}',
    ],
    [new RegExp(`${comes} on \\{date\\}`), 'Be at the studio, {address}, at {arrive} on {date}'],
    [/Tomorrow at \{arrive\}, \{name\} arrives at \{address\}/, 'Be at the studio, {address}, tomorrow at {arrive}'],
    [new RegExp(`: ${comes}`), ': be at the studio at {arrive}'],
    [new RegExp(comes), 'Be at the studio, {address}, at {arrive}'],
    [/, \{name\} arrives on \{date\} at \{clock\}/, ', be at the studio on {date} at {clock}'],
    [/\{name\} arrives on \{date\} at \{clock\}/, 'Be at the studio on {date} at {clock}'],
    [/tomorrow \{name\} arrives at \{clock\}/, 'be at the studio tomorrow at {clock}'],
    [/\{name\} arrives in two hours, at \{clock\}/, 'be at the studio in two hours, at {clock}'],
    // Emails to the artist.
    [/(you(?: would| now)?) arrive at \{arrive\}/i, '$1 start at {arrive}'],
    [/arrive at \{(arrive|clock)\}/, 'start at {$1}'],
    [/Arrive at \{(arrive|clock)\}/, 'Start at {$1}'],
    [/ Let them know when you leave\./, ''],
    // Emails to either side.
    [/will arrive at (about )?\{clock\}/, 'will start at $1{clock}'],
    [/arriving at \{clock\}/, 'starting at {clock}'],
    [/, the order and the address/, ' and the order'],
    [/ Please have ready: [^.]*\./, ''],
    [/Ready by \{time\}/, 'Done by {time}'],
    [/ready by \{time\}/, 'done by {time}'],
  ],
  start: [
    [new RegExp(hasReady), 'will have {ofYou} done by {done}'],
    [/can (still )?have \{ofYou\} ready by \{time\}/, 'can $1start at {time}'],
    [/have everyone ready by \{time\}/, 'have everyone done by {done}'],
    [/be ready by \{time\}/, 'be done by {done}'],
    [/(arriving at \{clock\}), ready by \{time\}/, '$1, done by {done}'],
    [/Ready by \{time\}/, 'Done by {done}'],
    [/New booking: \{date\}, ready by \{time\}/, 'New booking: {date}, from {time}'],
    [/ready by \{time\}/, 'starting at {time}'],
  ],
  none: [
    // Only requests and offers can have no time.
    [/\{name\} can have \{ofYou\} ready by \{time\} on \{date\}/, '{name} is free on {date}'],
    [/(\{people\}|\{date\}), ready by \{time\}/, '$1, time to be decided'],
  ],
}

export function varyPhrase(phrase: Template, how: DayVariant): Template {
  if (how === 'mobile') return phrase
  const text = (said: string) => swaps[how].reduce((now, [pattern, by]) => now.replace(pattern, by), said)
  if (typeof phrase === 'string') return text(phrase)
  if ('one' in phrase) return { ...phrase, one: text(phrase.one), other: text(phrase.other) }
  return phrase
}
