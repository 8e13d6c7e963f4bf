import type { Phrase } from '#contract/words.ts'

/** Variant of the day: artist travels, studio, fixed start, or no time yet. */
export type DayVariant = 'mobile' | 'studio' | 'start' | 'none'

type Swap = readonly [RegExp, string]
const comes = '\\{name\\} arrives at \\{arrive\\}'

// Replacements for sentences about arrival and readiness, longest first. Subjects, which have no full stop, stay short.
const swaps: Record<Exclude<DayVariant, 'mobile'>, readonly Swap[]> = {
  studio: [
    [
      new RegExp(`: ${comes} on \\{date\\} and has \\{ofYou\\} ready by \\{time\\}`),
      ': be at the studio at {arrive} on {date}, {address}; {name} has {ofYou} done by {time}',
    ],
    [
      new RegExp(`${comes} on \\{date\\} and has \\{ofYou\\} ready by \\{time\\}`),
      'Be at the studio at {arrive} on {date}, {address}; {name} has {ofYou} done by {time}',
    ],
    [new RegExp(`${comes} on \\{date\\}`), 'Be at the studio at {arrive} on {date}, {address}'],
    [/Tomorrow at \{arrive\} \{name\} arrives at \{address\}/, 'Be at the studio tomorrow at {arrive}, {address}'],
    [new RegExp(`: ${comes}`), ': be at the studio at {arrive}'],
    [/you arrive at \{arrive\}/, '{name} comes to you at {arrive}'],
    [new RegExp(comes), 'Be at the studio at {arrive}, {address}'],
    [/(^|[:.] )booked\. \{name\} arrives \{date\}, \{clock\}/, '$1booked. Be at the studio {date}, {clock}'],
    [/moved\. \{name\} arrives \{date\}, \{clock\}/, 'moved. Be at the studio {date}, {clock}'],
    [/\{name\} arrives \{date\}, \{clock\}/, 'Be at the studio {date}, {clock}'],
    [/in a week, \{date\}, \{name\} arrives \{clock\}/, 'in a week, {date}, be at the studio at {clock}'],
    [/tomorrow \{name\} arrives \{clock\}/, 'tomorrow be at the studio at {clock}'],
    [/\{name\} arrives in two hours, at \{clock\}/, 'be at the studio in two hours, at {clock}'],
    [/^([^.]*)ready by \{time\}([^.]*)$/, '$1done by {time}$2'],
    [/Ready by \{time\}/, 'Done at the studio by {time}'],
    [/ready by \{time\}/, 'done at the studio by {time}'],
  ],
  start: [
    [/(has|have) \{ofYou\} ready by \{time\}/, '$1 {ofYou} done by {done}'],
    [/^([^.]*)ready by \{time\}([^.]*)$/, '$1starts at {time}$2'],
    [/Ready by \{time\}/, 'Starts at {time}, done {done}'],
    [/ready by \{time\}/, 'starts at {time}, done {done}'],
  ],
  none: [
    [/\{name\} can have \{ofYou\} ready by \{time\} on \{date\}/, '{name} is free that day, {date}'],
    [/can (still )?have \{ofYou\} ready by \{time\}/, 'can do that day'],
    [new RegExp(comes), '{name} is free that day'],
    [/Ready by \{time\}/, 'Time not sure yet'],
    [/ready by \{time\}/, 'time not sure yet'],
  ],
}

export function varyPhrase(phrase: Phrase, how: DayVariant): Phrase {
  if (how === 'mobile') return phrase
  const text = (said: string) => swaps[how].reduce((now, [pattern, by]) => now.replace(pattern, by), said)
  if (typeof phrase === 'string') return text(phrase)
  if ('one' in phrase) return { ...phrase, one: text(phrase.one), other: text(phrase.other) }
  return phrase
}
