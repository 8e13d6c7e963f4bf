import { reader } from '#contract/words.ts'
import { teamWords } from './team-words.ts'

const t = reader(teamWords)

/** The artists of a team in a sentence: Mia and Temi. */
export const namesOf = ([a = '', b = '', c]: readonly string[]): string =>
  c ? t('team.names.three', { a, b, c }) : b ? t('team.names.two', { a, b }) : a
