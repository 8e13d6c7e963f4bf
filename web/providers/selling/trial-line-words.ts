import type { Catalogue } from '#contract/words.ts'

/** What an artist's pages say of the trials that they offer; apart from what every page with an artist on it says. */
export const trialLineWords = {
  'profile.trial': 'Trial before the day: {price}, {duration}',
  'profile.trial.off': 'Trial before the day: {price}, {duration}, off the price of the day',
  'profile.trial.free': 'Free trial before the day, {duration}',
  'profile.trial.title': 'Before the day',
} as const satisfies Catalogue
