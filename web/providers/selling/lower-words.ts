/** When artists work for less, as everybody reads it. */
export const lowerWords = {
  'lower.deposit': 'Deposit {n}%',
  'lower.title': 'Lower prices',
  'lower.when': '{percent}% less {when}',
  'lower.days': 'on {days}',
  'lower.hours': 'for jobs that begin from {from} to {to}',
  'lower.season': 'from {first} to {last}',
  'lower.late.0': 'for a job on the same day',
  'lower.late': { one: 'when the day is tomorrow or today', other: 'from {n} days before the day on' },
  'lower.day.0': 'Mondays',
  'lower.day.1': 'Tuesdays',
  'lower.day.2': 'Wednesdays',
  'lower.day.3': 'Thursdays',
  'lower.day.4': 'Fridays',
  'lower.day.5': 'Saturdays',
  'lower.day.6': 'Sundays',
} as const
