import type { Ends } from '#contract/accounts/ends.ts'
import { endsText } from '#contract/accounts/ends-text.ts'
import { reader } from '#contract/words.ts'
import { operatorWords } from '#web/operator/words.ts'

const t = reader(operatorWords)

/** Adds what would end to the text of a confirmation. */
export function withEnds(text: string, ends: Ends): string {
  const ended = endsText(ends)
  return ended ? t('op.confirm.ends', { text, ended }) : text
}
